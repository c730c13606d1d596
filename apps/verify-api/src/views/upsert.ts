import type { PoolClient } from 'pg';

/**
 * Writes the newest form of many rows at once; a row that is there in the same or a newer version stays.
 * @param columns those that change after the first insert.
 */
export async function upsertNewest(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  await client.query(
    `INSERT INTO ${table} AS kept SELECT * FROM json_populate_recordset(NULL::${table}, $1)
     ON CONFLICT (id) DO UPDATE SET ${assignments} WHERE kept.version < excluded.version`,
    [JSON.stringify(rows)],
  );
}
