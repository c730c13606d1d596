import type { FindOptionsWhere, Repository } from 'typeorm';
import type { Freshness } from '../views/freshness.js';
import type { ListCursors } from '../inputs/cursors.js';
import type { Page, PageQuery } from '../inputs/pagination.js';

/** A condition of a list's query on its `row`, with its parameters. */
export interface ListCondition {
  sql: string;
  parameters: Readonly<Record<string, string | readonly string[]>>;
}

/** Which rows are listed, and the column of the time that they are sorted by. */
export interface NewestList<Row, Item> {
  /** Cursors of this list. */
  cursors: ListCursors;
  /** Freshness of the view that holds the rows. */
  freshness: Freshness;
  timeColumn: keyof Row & string;
  /** Rows that match any of these conditions. */
  where: FindOptionsWhere<Row>[];
  /** What also holds for each of them. */
  and?: ListCondition;
  toItem: (row: Row) => Item;
}

/**
 * A page of the rows of a view, newest first.
 * @throws ServiceError `service.unavailable` while the view is too far behind.
 */
export async function listNewest<Row extends { id: string }, Item>(
  rows: Repository<Row>,
  { cursors, freshness, timeColumn, where, and, toItem }: NewestList<Row, Item>,
  { limit, cursor }: PageQuery,
): Promise<Page<Item>> {
  const after = cursors.time(cursor);
  freshness.require();
  const query = rows
    .createQueryBuilder('row')
    .where(where)
    .orderBy(`row.${timeColumn}`, 'DESC')
    .addOrderBy('row.id', 'DESC')
    .limit(limit + 1);
  if (and !== undefined) query.andWhere(and.sql, and.parameters);
  if (after !== null) {
    query.andWhere(`(row.${timeColumn}, row.id) < (:moment, :id)`, { moment: after[0], id: after[1] });
  }
  const found = await query.getMany();
  return cursors.page(found, limit, (row) => [String(row[timeColumn]), row.id], toItem);
}
