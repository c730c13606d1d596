import { MOST_DETAILS, ServiceError, type ErrorDetail } from '@service/contracts';
import { memberPath } from './member-path.js';
import { membersOf, type InputClass } from './member-shapes.js';

/** An input with the members that its class declares, not validated yet, and the problems of its other members. */
export interface ReadInput {
  instance: object;
  problems: readonly ErrorDetail[];
}

/**
 * Reads an object as an input. It looks at the members that the class declares and at the names of others, once each,
 * and never into a value that the class does not describe: what a refused input costs does not depend on its depth.
 * @throws ServiceError `request.invalid` when the problems are as many as an error names, and for a list that is too long.
 */
export function readInput(type: InputClass<object>, value: object): ReadInput {
  const problems: ErrorDetail[] = [];
  return { instance: read(type, value, '', problems), problems };
}

function read(type: InputClass<object>, value: object, path: string, problems: ErrorDetail[]): object {
  const members = membersOf(type);
  const instance = new type() as Record<string, unknown>;
  for (const name of Object.keys(value)) {
    const member = members.get(name);
    const given = (value as Record<string, unknown>)[name];
    const field = memberPath(path, name, false);
    if (member === undefined) add(problems, field, 'is not a member of this request');
    else if (member.items !== undefined && Array.isArray(given))
      instance[name] = readItems(member.items, given, field, problems);
    else instance[name] = member.convert === undefined ? given : member.convert(given);
  }
  return instance;
}

function readItems(
  { type, most }: { type: InputClass<object>; most: number },
  items: readonly unknown[],
  path: string,
  problems: ErrorDetail[],
): unknown[] {
  if (items.length > most) {
    problems.unshift({ field: path, issue: `${path} must contain no more than ${most} elements` });
    throw invalid(problems);
  }
  return items.map((item, index) => {
    const field = memberPath(path, String(index), true);
    if (isObject(item)) return read(type, item, field, problems);
    // The validator refuses texts, numbers and null; a list it would look into.
    if (!Array.isArray(item)) return item;
    add(problems, field, 'must be an object');
    return undefined;
  });
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function add(problems: ErrorDetail[], field: string, issue: string): void {
  problems.push({ field, issue });
  if (problems.length >= MOST_DETAILS) throw invalid(problems);
}

function invalid(details: readonly ErrorDetail[]): ServiceError {
  return new ServiceError('request.invalid', { details });
}
