import type { FindOptionsWhere, Repository } from 'typeorm';
import type { Freshness } from '../views/freshness.js';
import type { ListCursors, TimeKey } from '../inputs/cursors.js';
import type { Page, PageQuery } from '../inputs/pagination.js';

/** Which rows are listed, and the column of the time that they are sorted by. */
export interface NewestList<Row, Item> {
  /** Cursors of this list. */
  cursors: ListCursors;
  /** Freshness of the view that holds the rows. */
  freshness: Freshness;
  timeColumn: keyof Row & string;
  /** Rows that match any of these conditions. */
  where: FindOptionsWhere<Row>[];
  /** Rows that an index finds, if it cannot find those: of these, a page looks through so many at most. */
  among?: FindOptionsWhere<Row>;
  toItem: (row: Row) => Item;
}

/** How many rows a page looks through. */
const MOST_SEARCHED = 10_000;

/**
 * A page of the rows of a view, newest first. After a long search it ends early.
 * @throws ServiceError `service.unavailable` while the view is too far behind.
 */
export async function listNewest<Row extends { id: string }, Item>(
  rows: Repository<Row>,
  { cursors, freshness, timeColumn, where, among, toItem }: NewestList<Row, Item>,
  { limit, cursor }: PageQuery,
  mostSearched = MOST_SEARCHED,
): Promise<Page<Item>> {
  const after = cursors.time(cursor);
  freshness.require();
  const place = `(row.${timeColumn}, row.id)`;
  const newest = (which: FindOptionsWhere<Row> | FindOptionsWhere<Row>[]) => {
    const query = rows
      .createQueryBuilder('row')
      .where(which)
      .orderBy(`row.${timeColumn}`, 'DESC')
      .addOrderBy('row.id', 'DESC');
    return after === null
      ? query
      : query.andWhere(`${place} < (:moment, :id)`, { moment: after[0], id: after[1] });
  };
  const keyOf = (row: Row): TimeKey => [String(row[timeColumn]), row.id];
  const query = newest(where).limit(limit + 1);
  let end: TimeKey | null = null;
  if (among !== undefined) {
    const last = await newest(among)
      .select(['row.id', `row.${timeColumn}`])
      .offset(mostSearched - 1)
      .limit(1)
      .getOne();
    if (last !== null) {
      end = keyOf(last);
      query.andWhere(`${place} >= (:lastMoment, :lastId)`, { lastMoment: end[0], lastId: end[1] });
    }
  }
  const page = cursors.page(await query.getMany(), limit, keyOf, toItem);
  return page.next_cursor !== null || end === null ? page : { ...page, next_cursor: cursors.after(end) };
}
