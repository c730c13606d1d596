import { isUtf8 } from 'node:buffer';
import { ServiceError } from '@service/contracts';

/** Levels of nesting that a body may have. */
const MAX_DEPTH = 32;

/** The value of a body that was read as bytes; JSON (RFC 8259) in UTF-8.
 *  @throws ServiceError `request.malformed`; `request.invalid` for text that cannot be stored. */
export function parseJsonBody(raw: unknown): unknown {
  if (!(raw instanceof Buffer)) throw new ServiceError('request.malformed');
  const text = raw.toString('utf8');
  // What is not UTF-8 decodes to U+FFFD; only then is it worth another look at the bytes.
  if (text.includes('\ufffd') && !isUtf8(raw)) throw new ServiceError('request.malformed');
  const value = parse(text);
  if (text.includes('\\') || text.includes('__proto__') || mayBeDeep(text)) requireStorable(value);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('request.malformed');
  }
}

/** Whether a text opens more brackets than may be nested: a cheap bound that the common body keeps to. */
function mayBeDeep(text: string): boolean {
  let opened = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code === 0x5b || code === 0x7b) && (opened += 1) > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * Walks a value that came from outside.
 * @throws ServiceError `request.invalid` for text that cannot be stored and for `__proto__`,
 *   `request.malformed` for more nesting than is let in.
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
      if (name === '__proto__') refuse(path, 'is not a member of this request');
      open.push({ value: member, field: path, depth: depth + 1 });
    }
  }
}

/** Path of a member within a body, as error details name it: `records[3].origin`. */
export function memberPath(parent: string, name: string, inList: boolean): string {
  if (inList) return `${parent}[${name}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

function refuse(field: string, issue: string): never {
  throw new ServiceError('request.invalid', { details: [{ field, issue }] });
}

/** Whether PostgreSQL can hold a text, and JCS can hash it: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
