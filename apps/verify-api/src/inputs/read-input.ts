import { MOST_DETAILS, ServiceError, type ErrorDetail } from '@service/contracts';
import { membersOf, type InputClass } from './member-shapes.js';
import { RESERVED_NAMES } from './reserved-names.js';

/** A member of a query that is one of several under a name: `metadata[team]`. */
const BRACKETED = /^([a-z_]+)\[(.*)\]$/su;

/** An input with the members that its class declares, not validated yet, and the problems of its other members. */
export interface ReadInput {
  instance: object;
  problems: readonly ErrorDetail[];
}

/**
 * Reads an object as an input. It looks at the members that the class declares and at the names of others, once each,
 * and never into a value: what a refused input costs does not depend on its depth.
 * @throws ServiceError `request.invalid` when the problems are as many as an error names.
 */
export function readInput(type: InputClass<object>, value: object): ReadInput {
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
    if (member !== undefined) instance[field] = member.convert === undefined ? given : member.convert(given);
    else if (problems.push({ field, issue: 'is not a member of this request' }) >= MOST_DETAILS) {
      throw new ServiceError('request.invalid', { details: problems });
    }
  }
  for (const field of mixed) {
    delete instance[field];
    problems.push({ field, issue: `must not be given beside ${field}[…]` });
  }
  return { instance, problems };
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
