import type { FindOptionsWhere, Repository, SelectQueryBuilder } from 'typeorm';
import type { Freshness } from '../views/freshness.js';
import type { ListCursors, TimeKey } from '../interface/inputs/cursors.js';
import type { CreatedQuery } from '../interface/inputs/created.query.js';
import type { Page } from '../interface/inputs/pagination.js';

/** Which rows are listed. */
export interface NewestList<Row, Item> {
  /** Cursors of this list. */
  cursors: ListCursors;
  /** Freshness of the view that holds the rows. */
  freshness: Freshness;
  /** Rows that match any of these conditions. */
  where: FindOptionsWhere<Row>[];
  /**
   * For a `where` that no index serves in the order of the list: disjoint conditions that cover it and that an index
   * does serve. A page looks through a limited number of their rows.
   */
  among?: readonly FindOptionsWhere<Row>[];
  toItem: (row: Row) => Item;
}

/** How many rows a page looks through. */
const MOST_SEARCHED = 10_000;

/**
 * A page of the rows of a view, newest first. After a long search it ends early.
 * @throws ServiceError `service.unavailable` while the view is too far behind.
 */
export async function listNewest<Row extends { id: string; created_at: string }, Item>(
  rows: Repository<Row>,
  { cursors, freshness, where, among, toItem }: NewestList<Row, Item>,
  { limit, cursor, from, to }: CreatedQuery,
  mostSearched = MOST_SEARCHED,
): Promise<Page<Item>> {
  const after = cursors.time(cursor);
  freshness.require();
  const place = '(row.created_at, row.id)';
  const newest = (of: Repository<Row>, which: FindOptionsWhere<Row> | FindOptionsWhere<Row>[]) => {
    const query = of
      .createQueryBuilder('row')
      .where(which)
      .orderBy('row.created_at', 'DESC')
      .addOrderBy('row.id', 'DESC');
    if (from !== undefined) query.andWhere('row.created_at >= :from', { from });
    if (to !== undefined) query.andWhere('row.created_at < :to', { to });
    return after === null
      ? query
      : query.andWhere(`${place} < (:moment, :id)`, { moment: after[0], id: after[1] });
  };
  const keyOf = (row: Row): TimeKey => [row.created_at, row.id];
  const all = (query: SelectQueryBuilder<Row>) => query.limit(limit + 1).getMany();
  if (among === undefined) return cursors.page(await all(newest(rows, where)), limit, keyOf, toItem);

  /** The last row of a part that a page looks through; null for a part with fewer rows. */
  const endOf = (of: Repository<Row>, part: FindOptionsWhere<Row>) =>
    newest(of, part)
      .select(['row.id', 'row.created_at'])
      .offset(Math.floor(mostSearched / among.length) - 1)
      .limit(1)
      .getOne();
  // In one snapshot: a row that moves to another part between two reads would be missing, or found twice.
  const { end, found } = await rows.manager.transaction('REPEATABLE READ', async (manager) => {
    const stored = manager.getRepository(rows.target);
    const ends: TimeKey[] = [];
    for (const part of among) {
      const last = await endOf(stored, part);
      if (last !== null) ends.push(keyOf(last));
    }
    const [newestEnd = null] = ends.toSorted(newestFirst);
    const merged: Row[] = [];
    for (const part of among) {
      // No index has the rows of several parts in the order of the list.
      const query = newest(stored, where).andWhere(part);
      if (newestEnd !== null) {
        const [lastMoment, lastId] = newestEnd;
        query.andWhere(`${place} >= (:lastMoment, :lastId)`, { lastMoment, lastId });
      }
      merged.push(...(await all(query)));
    }
    return { end: newestEnd, found: merged.toSorted((a, b) => newestFirst(keyOf(a), keyOf(b))) };
  });
  const page = cursors.page(found, limit, keyOf, toItem);
  return page.next_cursor !== null || end === null ? page : { ...page, next_cursor: cursors.after(end) };
}

/** Compares as the database does: moments and ids are ASCII of a fixed length, sorted byte by byte. */
function newestFirst([moment, id]: TimeKey, [otherMoment, otherId]: TimeKey): number {
  if (moment === otherMoment) return id < otherId ? 1 : -1;
  return moment < otherMoment ? 1 : -1;
}
