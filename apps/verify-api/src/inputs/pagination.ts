import { invalidRequest, isStorable, type ServiceError } from '@service/contracts';
import { NumberMember, TextMember } from './members.js';

/** Query parameters of every list. */
export class PageQuery {
  @NumberMember({ description: 'Items on a page.', min: 1, max: 100, default: 20, optional: true })
  limit: number = 20;

  @TextMember({ description: 'The `next_cursor` of the page before.', maxLength: 512, optional: true })
  cursor?: string;
}

/** A page of a list; `next_cursor` is null on the last one. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** Makes a page of up to `limit` items from the rows of a query for one more. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => TimeKey | number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown[shown.length - 1];
  const more = rows.length > limit && last !== undefined;
  return { data: shown.map(toItem), next_cursor: more ? encodeCursor(keyOf(last)) : null };
}

/** A place in a list that is sorted by time, newest first, and then by id. */
export type TimeKey = readonly [moment: string, id: string];

/** @throws ServiceError `request.invalid` for a cursor that no list of this kind has handed out. */
export function decodeTimeCursor(cursor: string | undefined): TimeKey | null {
  return decode(cursor, (key): key is TimeKey => {
    return (
      Array.isArray(key) &&
      key.length === 2 &&
      key.every((part) => typeof part === 'string' && isStorable(part))
    );
  });
}

/** @throws ServiceError `request.invalid` for a cursor that no list of this kind has handed out. */
export function decodeNumberCursor(cursor: string | undefined): number | null {
  return decode(cursor, (key): key is number => Number.isSafeInteger(key) && (key as number) > 0);
}

/** A place in a list in the order of commits: a transaction's id and a position, both decimal. */
export type PositionKey = readonly [tx: string, pos: string];

const DECIMAL = /^(?:0|[1-9]\d{0,17})$/;

/** @throws ServiceError `request.invalid` for a cursor that no list of this kind has handed out. */
export function decodePositionCursor(cursor: string | undefined): PositionKey | null {
  return decode(cursor, (key): key is PositionKey => {
    return (
      Array.isArray(key) &&
      key.length === 2 &&
      key.every((part) => typeof part === 'string' && DECIMAL.test(part))
    );
  });
}

function decode<Key>(cursor: string | undefined, isKey: (key: unknown) => key is Key): Key | null {
  if (cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (isKey(key)) return key;
  } catch {
    // Falls through: a cursor that does not parse gets the same error as one of another type.
  }
  throw foreignCursor();
}

/** The error for a cursor that no list of this kind has returned. */
export function foreignCursor(): ServiceError {
  return invalidRequest('cursor', 'must be the next_cursor of a page of this list');
}

/** The cursor of a place. */
export function encodeCursor(key: TimeKey | PositionKey | number): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
