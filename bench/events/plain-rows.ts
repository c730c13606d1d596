import type { Pool } from 'pg';

/** Where rows are put that nothing checks: the least that any durable write is. */
export async function createPlainRows(pool: Pool, schema: string): Promise<void> {
  await pool.query(`CREATE SCHEMA ${schema}`);
  await pool.query(
    `CREATE TABLE ${schema}.plain (event_id text PRIMARY KEY, stream_id text NOT NULL, version integer NOT NULL,
      type text NOT NULL, element text NOT NULL)`,
  );
}

/** Inserts one row, which is one commit. */
export async function insertPlainRow(pool: Pool, schema: string, id: string, element: string): Promise<void> {
  await pool.query({
    name: 'insert_row',
    text: `INSERT INTO ${schema}.plain (event_id, stream_id, version, type, element) VALUES ($1, $2, $3, $4, $5)`,
    values: [`evt_${id}`, `rec_${id}`, 1, 'service.record.registered', element],
  });
}
