import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isStorable } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import { filtersOf, foreignCursor, type Page, type PageQuery } from './pagination.js';

/** A place in a list that is sorted by time, newest first, and then by id. */
export type TimeKey = readonly [moment: string, id: string];
/** A place in a list in the order of commits: a transaction's id and a position, both decimal. */
export type PositionKey = readonly [tx: string, pos: string];
type Key = TimeKey | PositionKey | number;

const PURPOSE = 'service-list-cursor';
const NONCE_PURPOSE = 'service-list-cursor-nonce';
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const DECIMAL = /^(?:0|[1-9]\d{0,17})$/;
/** All numbers are sealed with this many digits, so that a cursor's length reveals nothing about them. */
const DIGITS = 18;

/**
 * Encrypts cursors, the places where lists continue. A cursor is bound to its list, filters and project, and only the
 * service can read or make one: a place in the order of commits would show how much all projects write. The keys are derived from
 * the peppers, so every replica has them. The newest key encrypts, and every key decrypts, as with consistency tokens.
 */
@Injectable()
export class Cursors {
  private readonly keys: readonly KeyObject[];
  private readonly nonceKeys: readonly KeyObject[];

  constructor(peppers: Peppers) {
    this.keys = peppers.derive(PURPOSE);
    this.nonceKeys = peppers.derive(NONCE_PURPOSE);
  }

  /**
   * @param list name of the list; with the id of a subject if the list belongs to that subject.
   * @param projectId null for a list of operators.
   * @param query the query of the page: its filters are part of the list, its limit is not.
   */
  of(list: string, projectId: string | null, query: PageQuery): ListCursors {
    const scope = Buffer.from(`${list}\n${projectId ?? ''}\n${canonicalJson(filtersOf(query))}`);
    return new ListCursors(
      (text) => this.seal(text, scope),
      (cursor) => this.open(cursor, scope),
    );
  }

  /** The nonce depends on the content, so that the same place has the same cursor. */
  private seal(text: string, scope: Buffer): string {
    const [key, nonceKey] = [this.keys[0] as KeyObject, this.nonceKeys[0] as KeyObject];
    const nonce = createHmac('sha256', nonceKey).update(scope).update(text).digest().subarray(0, NONCE);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(scope);
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** The text of a cursor; null for one that was not sealed here, or for another list or other filters. */
  private open(cursor: string, scope: Buffer): string | null {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length < NONCE + TAG || bytes.toString('base64url') !== cursor) return null;
    const [nonce, sealed, tag] = [
      bytes.subarray(0, NONCE),
      bytes.subarray(NONCE, -TAG),
      bytes.subarray(-TAG),
    ];
    for (const key of this.keys) {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
        .setAAD(scope)
        .setAuthTag(tag);
      const text = decipher.update(sealed, undefined, 'utf8');
      try {
        return text + decipher.final('utf8');
      } catch {
        // The cursor was sealed under another key, or is invalid.
      }
    }
    return null;
  }
}

/** The cursors of one list of one project, with its filters. */
export class ListCursors {
  constructor(
    private readonly seal: (text: string) => string,
    private readonly open: (cursor: string) => string | null,
  ) {}

  /** Makes a page of up to `limit` items from the rows of a query for one more. */
  page<Row, Item>(
    rows: readonly Row[],
    limit: number,
    keyOf: (row: Row) => TimeKey | number,
    toItem: (row: Row) => Item,
  ): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown[shown.length - 1];
    const more = rows.length > limit && last !== undefined;
    return { data: shown.map(toItem), next_cursor: more ? this.after(keyOf(last)) : null };
  }

  /** The cursor of a place. */
  after(key: TimeKey | number): string {
    return this.seal(JSON.stringify(key));
  }

  afterPosition([tx, pos]: PositionKey): string {
    return this.seal(JSON.stringify([tx.padStart(DIGITS, '0'), pos.padStart(DIGITS, '0')]));
  }

  /** The cursor after a place; the list itself decides the form of the text. */
  afterText(text: string): string {
    return this.seal(text);
  }

  /** The description of a place; null for a cursor that this list has not handed out. */
  textOf(cursor: string): string | null {
    return this.open(cursor);
  }

  /** @throws ServiceError `request.invalid` for a cursor that this list has not handed out. */
  time(cursor: string | undefined): TimeKey | null {
    return this.read(cursor, (key): key is TimeKey => isPair(key) && key.every(isStorable));
  }

  /** @throws ServiceError `request.invalid` for a cursor that this list has not handed out. */
  number(cursor: string | undefined): number | null {
    return this.read(cursor, (key): key is number => Number.isSafeInteger(key) && (key as number) > 0);
  }

  /** @throws ServiceError `request.invalid` for a cursor that this list has not handed out. */
  position(cursor: string | undefined): PositionKey | null {
    const key = this.read(cursor, isPair);
    if (key === null) return null;
    const [tx, pos] = key.map((part) => part.replace(/^0+(?=\d)/, '')) as [string, string];
    if (!DECIMAL.test(tx) || !DECIMAL.test(pos)) throw foreignCursor();
    return [tx, pos];
  }

  private read<Wanted extends Key>(
    cursor: string | undefined,
    isWanted: (key: unknown) => key is Wanted,
  ): Wanted | null {
    if (cursor === undefined) return null;
    const text = this.open(cursor);
    const key: unknown = text === null ? null : JSON.parse(text);
    if (!isWanted(key)) throw foreignCursor();
    return key;
  }
}

function isPair(key: unknown): key is readonly [string, string] {
  return Array.isArray(key) && key.length === 2 && key.every((part) => typeof part === 'string');
}
