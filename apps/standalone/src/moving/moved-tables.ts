import type { DatabaseApp } from '@service/platform/databases';
import type { ClientBase } from 'pg';
import { BOUNDARIES } from '@service/verify-api';

/** A column, with its type in SQL. */
interface Column {
  name: string;
  type: string;
}

/** A table whose rows are moved. */
export interface MovedTable {
  app: DatabaseApp;
  /** With its schema. */
  name: string;
  columns: readonly Column[];
  /** Names of the columns of its primary key, in their order. */
  key: readonly string[];
  /** Whether it is partitioned by its column `day`. */
  daily: boolean;
  /** Whether its app may only change the row that migrations made. */
  replaced: boolean;
}

/** Tables that are not moved: those of running processes, and the scrub's rounds, which begin again. */
const LEFT: readonly string[] = ['key_holders', 'leases', 'log_served', 'rate_buckets', 'scrub_rounds'];

const COLUMNS = `
  SELECT c.relkind = 'p' AS daily, k.key, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
  FROM pg_class AS c
  CROSS JOIN LATERAL (
    SELECT array_agg(key.attname::text ORDER BY place) AS key
    FROM pg_index AS i CROSS JOIN unnest(i.indkey::smallint[]) WITH ORDINALITY AS part(attnum, place)
    JOIN pg_attribute AS key ON key.attrelid = i.indrelid AND key.attnum = part.attnum
    WHERE i.indrelid = c.oid AND i.indisprimary
  ) AS k
  JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.oid = $1::regclass GROUP BY c.oid, k.key`;

/** The tables that this release moves. */
export const MOVED: readonly Pick<MovedTable, 'app' | 'name' | 'replaced'>[] = BOUNDARIES.flatMap(
  ({ app, tables }) =>
    Object.entries(tables)
      .filter(([table]) => !LEFT.includes(table))
      .map(([table, privileges]) => ({
        app,
        name: `${app}.${table}`,
        replaced: !privileges.includes('INSERT'),
      })),
);

/** Every table of the apps whose rows are moved; views are left out, which are made again from events. */
export async function readMovedTables(client: Pick<ClientBase, 'query'>): Promise<MovedTable[]> {
  const tables: MovedTable[] = [];
  for (const moved of MOVED) {
    const { rows } = await client.query<Pick<MovedTable, 'columns' | 'key' | 'daily'>>(COLUMNS, [moved.name]);
    const [found] = rows;
    if (found?.key == null) throw new Error(`${moved.name} has no primary key.`);
    tables.push({ ...moved, ...found });
  }
  return tables;
}
