import type { DescribedSchema } from './described-interface.js';
import { escapeHtml, inlineHtml, tableHtml } from './html.js';

/** The members of an object, as a table; nothing for another type. */
export function membersHtml(schema: DescribedSchema | undefined): string {
  const { properties = {}, required = [] } = schema ?? {};
  const rows = Object.entries(properties).map(([name, member]) => [
    `<code>${escapeHtml(name)}</code>`,
    `${typeHtml(member)}${required.includes(name) ? '' : ', optional'}`,
    inlineHtml([member.description ?? '', boundsOf(member)].filter((part) => part !== '').join(' ')),
  ]);
  return tableHtml(['member', 'type', 'meaning'], rows);
}

/** The type of a value, with links to named ones. */
export function typeHtml(schema: DescribedSchema | undefined): string {
  if (schema === undefined) return '';
  const { $ref, type, format, items, properties } = schema;
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && type === undefined) return choices.map(typeHtml).filter(Boolean).join(' or ');
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) {
    return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ');
  }
  if (items !== undefined) return `list of ${typeHtml(items)}`;
  const types = [type ?? (properties === undefined ? [] : 'object')].flat();
  return types.map((each) => escapeHtml(each === 'string' && format ? format : each)).join(' or ');
}

function boundsOf(schema: DescribedSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  return [
    boundOf(minLength, maxLength, ' characters'),
    boundOf(minimum, maximum, ''),
    boundOf(minItems, maxItems, ' items'),
  ]
    .filter((bound) => bound !== '')
    .join(' ');
}

function boundOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined && least === most) return `${most}${unit}.`;
  if (most !== undefined) return `${least === undefined ? 'At most ' : `${least} to `}${most}${unit}.`;
  return least === undefined || least <= 1 ? '' : `At least ${least}${unit}.`;
}
