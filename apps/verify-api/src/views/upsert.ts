import type { PoolClient } from 'pg';

/**
 * Inserts or updates many rows in one statement; a stored row of the same or a newer version stays.
 * @param columns that change after the insert.
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
    `INSERT INTO ${table} AS stored SELECT * FROM json_populate_recordset(NULL::${table}, $1)
     ON CONFLICT (id) DO UPDATE SET ${assignments} WHERE stored.version < excluded.version`,
    [JSON.stringify(rows)],
  );
}
