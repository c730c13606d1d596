import { ServiceError } from '@service/contracts';
import { NumberMember, TextMember } from '../documentation/members.js';
import { isStorable } from './json-body.js';

/** Query parameters of every list. */
export class PageQuery {
  @NumberMember({ description: 'Items on a page.', min: 1, max: 100, default: 20, optional: true })
  limit: number = 20;

  @TextMember({ description: 'The `next_cursor` of the page before.', maxLength: 512, optional: true })
  cursor?: string;
}

/** A part of a list; `next_cursor` is null on the last. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** Makes a page of up to `limit` items out of a query that asked for one more. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string | number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown[shown.length - 1];
  const more = rows.length > limit && last !== undefined;
  return { data: shown.map(toItem), next_cursor: more ? encodeCursor(keyOf(last)) : null };
}

/** @throws ServiceError `request.invalid` for a cursor that no list has handed out. */
export function decodeCursor(cursor: string | undefined, kind: 'string'): string | null;
export function decodeCursor(cursor: string | undefined, kind: 'number'): number | null;
export function decodeCursor(cursor: string | undefined, kind: 'string' | 'number'): string | number | null {
  if (cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (kind === 'number' && Number.isSafeInteger(key) && (key as number) > 0) return key as number;
    if (kind === 'string' && typeof key === 'string' && isStorable(key)) return key;
  } catch {
    // Falls through: what does not parse is as foreign as what has another type.
  }
  throw new ServiceError('request.invalid', {
    details: [{ field: 'cursor', issue: 'must be the next_cursor of a page of this list' }],
  });
}

function encodeCursor(key: string | number): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
