import { bodyClassOf, changesOf, membersOf, waysOf, type InputClass } from '../inputs/member-shapes.js';
import type { AnyOperation } from '../operation.js';
import { see } from '../schemas/schema-forms.js';

const ITEMS = 'The items, each answered for itself, in this order.';

/** The body of a request. */
export interface Body {
  /** Name of the schema; null for an unnamed one. */
  readonly name: string | null;
  readonly schema: object;
  readonly isRequired: boolean;
}

/** The body that an operation takes; undefined without one. */
export function bodyOf({ takes, input, body }: AnyOperation): Body | undefined {
  if (takes !== 'body' || input === undefined) return undefined;
  if (body !== undefined) return { name: null, schema: body.schema, isRequired: true };
  const { name } = bodyClassOf(input);
  const schema = schemaOf(input);
  return { name, schema, isRequired: isNeeded(schema) };
}

/** The schemas of the bodies of operations, and of the items of batches, by their names. */
export function bodySchemas(operations: readonly AnyOperation[]): Record<string, object> {
  const found: Record<string, object> = {};
  for (const operation of operations) {
    const { name = null, schema } = bodyOf(operation) ?? {};
    if (name === null || schema === undefined) continue;
    found[name] = schema;
    for (const { items } of membersOf(operation.input as InputClass<object>).values()) {
      if (items !== undefined && items !== 'id') found[items.name] = schemaOf(items);
    }
  }
  return found;
}

function schemaOf(type: InputClass<object>) {
  const members = [...membersOf(type)].filter(([, { from }]) => from === undefined);
  const properties = Object.fromEntries(
    members.map(([member, { schema, items }]) => [
      member,
      items === undefined ? schema : { ...schema, items: itemSchema(items), description: ITEMS },
    ]),
  );
  const required = members.filter(([, { optional }]) => optional !== true).map(([member]) => member);
  const ways = waysOf(type);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(ways.length > 0 ? { description: exactlyOne(ways), 'x-exactly-one-of': ways } : {}),
    ...(changesOf(type).length > 0 ? { minProperties: 1 } : {}),
  };
}

function itemSchema(items: InputClass<object> | 'id'): object {
  return items === 'id' ? { type: 'string', minLength: 1 } : see(items.name);
}

/** In words, because generators of clients make nothing typed of a `oneOf` beside `properties`. */
function exactlyOne(ways: readonly string[]): string {
  return `Give exactly one of ${ways.map((way) => `\`${way}\``).join(', ')}.`;
}

/** Whether a body without members is refused. */
function isNeeded(schema: object): boolean {
  return 'required' in schema || 'x-exactly-one-of' in schema || 'minProperties' in schema;
}
