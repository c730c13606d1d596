import { MOST_DETAILS, ServiceError, invalidRequest, type ErrorDetail } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { problemsOf } from './compiled-checks.js';
import { InvalidItem } from './invalid-item.js';
import { membersOf, type InputClass } from './member-shapes.js';
import { RESERVED_NAMES } from './reserved-names.js';

/** A member of a query that is one of several under a name: `metadata[team]`. */
const BRACKETED = /^([a-z_]+)\[(.*)\]$/su;

/**
 * Reads and validates an input. Each item of a batch is judged by itself, in the same way: one that is invalid becomes
 * an `InvalidItem` and does not refuse the others.
 * @param carried the members that path and header fields carry; missing where `value` holds them too, as in a tool's
 *   arguments.
 * @throws ServiceError `request.invalid`.
 */
export function checkInput(type: InputClass<object>, value: unknown, carried?: object): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('', 'must be an object');
  const { instance, problems } = readInput(type, value, carried);
  const details = [...problems, ...problemsOf(type, instance)];
  if (details.length > 0) throw new ServiceError('request.invalid', { details });
  for (const [name, { items }] of membersOf(type)) {
    if (items !== undefined) checkItems(instance, name, items);
  }
  return instance;
}

/**
 * Reads the members that a class declares. It looks at their values and at the names of others, once each, and never into
 * a value: what a refused input costs does not depend on its depth.
 * @throws ServiceError `request.invalid` when the problems are as many as an error names.
 */
export function readInput(type: InputClass<object>, value: object, carried?: object) {
  const members = membersOf(type);
  const instance = new type() as Record<string, unknown>;
  const problems: ErrorDetail[] = [];
  const mixed = new Set<string>();
  for (const field of Object.keys(value)) {
    const given = (value as Record<string, unknown>)[field];
    const [, name = '', key = ''] = BRACKETED.exec(field) ?? [];
    if (members.get(name)?.bracketed === true && !RESERVED_NAMES.includes(key)) {
      if (Object.hasOwn(value, name)) {
        mixed.add(name);
        continue;
      }
      instance[name] = { ...(instance[name] as object | undefined), [key]: given };
      continue;
    }
    const member = members.get(field);
    if (member !== undefined && (carried === undefined || member.from === undefined)) {
      instance[field] = member.convert === undefined ? given : member.convert(given);
    } else if (problems.push({ field, issue: 'is not a member of this request' }) >= MOST_DETAILS) {
      throw new ServiceError('request.invalid', { details: problems });
    }
  }
  for (const field of mixed) {
    delete instance[field];
    problems.push({ field, issue: `must not be given beside ${field}[…]` });
  }
  return { instance: Object.assign(instance, carried), problems };
}

function checkItems(instance: Record<string, unknown>, name: string, type: InputClass<object>): void {
  const items = instance[name] as readonly unknown[];
  instance[name] = items.map((item, index) => {
    try {
      return checkInput(type, item);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return new InvalidItem(canonicalText(item, `${name}[${index}]`), error);
    }
  });
}

/** @throws ServiceError `request.invalid` for a number that JSON.parse read as infinite. */
function canonicalText(item: unknown, field: string): string {
  try {
    return canonicalJson(item);
  } catch {
    throw invalidRequest(field, 'holds a number that is too large');
  }
}
