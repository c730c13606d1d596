import { DataSource, LessThan, type EntityTarget, type FindOptionsWhere } from 'typeorm';
import { decodeCursor, toPage, type Page, type PageQuery } from '../http/pagination.js';

/** Lists one kind of a project's directory, newest first. */
export async function listDirectory<Row extends { id: string; project_id: string | null }, Item>(
  database: DataSource,
  entity: EntityTarget<Row>,
  projectId: string,
  { limit, cursor }: PageQuery,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = decodeCursor(cursor, 'string');
  const where = { project_id: projectId, ...(after === null ? {} : { id: LessThan(after) }) };
  const rows = await database.getRepository(entity).find({
    where: where as FindOptionsWhere<Row>,
    order: { id: 'DESC' } as never,
    take: limit + 1,
  });
  return toPage(rows, limit, (row) => row.id, toItem);
}
