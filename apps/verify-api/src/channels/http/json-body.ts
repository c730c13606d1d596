import { isUtf8 } from 'node:buffer';
import { ServiceError, invalidRequest, isStorable } from '@service/contracts';
import { RESERVED_NAMES } from '../../interface/inputs/reserved-names.js';
import { measureJson } from './json-structure.js';
import { memberPath } from '../../interface/inputs/member-path.js';
import { interoperabilityFault } from './interoperable-json.js';

/** The most levels of nesting in a body, and the most members and items: a batch of 100 records, each with all members and 20
 * pairs of metadata, has 2,800. */
export const MOST = { depth: 32, values: 3_000 };
const BYTE_ORDER_MARK = 'The body begins with a byte order mark, which JSON does not have.';
const EMPTY = 'The request has no body: this path takes a JSON object.';
const NOT_UTF8 = 'The body is not valid UTF-8.';

/**
 * Parses a body that was read as bytes: JSON (RFC 8259) in UTF-8. A body with more levels, members or items than any
 * route takes is refused before it is parsed, so that its refusal costs one pass over its text.
 * @throws ServiceError `request.malformed`; `request.invalid` for too many members and items, and for JSON that is not
 *   I-JSON (RFC 7493): text that cannot be stored, a repeated member, or a number that a double does not hold.
 */
export function parseJsonBody(raw: unknown): unknown {
  return judgedJson(textOf(raw), MOST);
}

/** The text of a body. @throws ServiceError `request.malformed`. */
export function textOf(raw: unknown): string {
  if (!(raw instanceof Buffer) || raw.length === 0) malformed(EMPTY);
  const text = raw.toString('utf8');
  // Invalid UTF-8 decodes to U+FFFD, so the bytes are checked only if the text contains it.
  if (text.includes('\ufffd') && !isUtf8(raw)) malformed(NOT_UTF8);
  return text;
}

/** The value of a text within bounds. @throws ServiceError as `parseJsonBody` does. */
export function judgedJson(text: string, most: typeof MOST): unknown {
  const { depth, values, members } = measureJson(text, most);
  if (depth > most.depth) malformed(`The body is nested more than ${most.depth} levels deep.`);
  if (values > most.values) refuse('', `must hold at most ${most.values} members and items in all`);
  const value = parse(text);
  const suspect = text.includes('\\') || RESERVED_NAMES.some((name) => text.includes(name));
  if (suspect) requireStorable(value);
  const fault = interoperabilityFault(text, value, members);
  if (fault !== null) refuse(fault.field, fault.issue);
  return value;
}

/** The value of a body; null for a body that is not JSON, or exceeds the bounds of every route. */
export function boundedJson(raw: unknown): unknown {
  if (!(raw instanceof Buffer)) return null;
  const text = raw.toString('utf8');
  const { depth, values } = measureJson(text, MOST);
  if (depth > MOST.depth || values > MOST.values) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Parses a body that may be missing; a missing one is the same as one without members.
 * @throws ServiceError as `parseJsonBody` does.
 */
export function parseOptionalBody(raw: unknown): unknown {
  const isMissing = raw === undefined || raw === null || (raw instanceof Buffer && raw.length === 0);
  return isMissing ? {} : parseJsonBody(raw);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.startsWith('\ufeff')) malformed(BYTE_ORDER_MARK);
    throw new ServiceError('request.malformed');
  }
}

/**
 * Checks all texts and names of a value from outside.
 * @throws ServiceError `request.invalid` for text that cannot be stored and for reserved names.
 */
export function requireStorable(root: unknown): void {
  const open: { value: unknown; field: string }[] = [{ value: root, field: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, field } = next;
    if (typeof value === 'string' && !isStorable(value))
      refuse(field, 'must not hold NUL or lone surrogates');
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      const path = memberPath(field, name, Array.isArray(value));
      if (RESERVED_NAMES.includes(name)) refuse(path, 'is unknown: this request has no such member');
      open.push({ value: member, field: path });
    }
  }
}

function malformed(message: string): never {
  throw new ServiceError('request.malformed', { message });
}

function refuse(field: string, issue: string): never {
  throw invalidRequest(field, issue);
}
