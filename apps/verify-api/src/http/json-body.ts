import { isUtf8 } from 'node:buffer';
import { ServiceError, invalidRequest, isStorable } from '@service/contracts';
import { RESERVED_NAMES } from '../inputs/reserved-names.js';
import { memberPath } from './member-path.js';
import { repeatedMember } from './repeated-member.js';

/** The most levels of nesting in a body. */
const MAX_DEPTH = 32;
const BYTE_ORDER_MARK = 'The body begins with a byte order mark, which JSON does not have.';

/**
 * Parses a body that was read as bytes: JSON (RFC 8259) in UTF-8.
 * @throws ServiceError `request.malformed`; `request.invalid` for JSON that is not I-JSON (RFC 7493): text that cannot
 *   be stored, or a repeated member.
 */
export function parseJsonBody(raw: unknown): unknown {
  if (!(raw instanceof Buffer)) throw new ServiceError('request.malformed');
  const text = raw.toString('utf8');
  // Invalid UTF-8 decodes to U+FFFD, so the bytes are checked only if the text contains it.
  if (text.includes('\ufffd') && !isUtf8(raw)) throw new ServiceError('request.malformed');
  const value = parse(text);
  const suspect = text.includes('\\') || RESERVED_NAMES.some((name) => text.includes(name));
  if (suspect || mayBeDeep(text)) requireStorable(value);
  const repeated = repeatedMember(text, value);
  if (repeated !== null) refuse(repeated, 'must be given only once');
  return value;
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
    throw new ServiceError(
      'request.malformed',
      text.startsWith('\ufeff') ? { message: BYTE_ORDER_MARK } : {},
    );
  }
}

/** Whether a text has more opening brackets than levels are allowed: a cheap check that most bodies pass. */
function mayBeDeep(text: string): boolean {
  let opened = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code === 0x5b || code === 0x7b) && (opened += 1) > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * Checks all texts, names and levels of a value from outside.
 * @throws ServiceError `request.invalid` for text that cannot be stored and for reserved names,
 *   `request.malformed` for too many levels of nesting.
 */
export function requireStorable(root: unknown): void {
  const open: { value: unknown; field: string; depth: number }[] = [{ value: root, field: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string' && !isStorable(value))
      refuse(field, 'must not hold NUL or lone surrogates');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) throw new ServiceError('request.malformed');
    for (const [name, member] of Object.entries(value)) {
      const path = memberPath(field, name, Array.isArray(value));
      if (RESERVED_NAMES.includes(name)) refuse(path, 'is not a member of this request');
      open.push({ value: member, field: path, depth: depth + 1 });
    }
  }
}

function refuse(field: string, issue: string): never {
  throw invalidRequest(field, issue);
}
