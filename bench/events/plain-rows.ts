import type { Pool } from 'pg';
import { withDatabase } from '../database.ts';

/** Inserts one row, which is one commit. */
export type InsertPlainRow = (id: string) => Promise<void>;

/** Makes a table whose rows nothing checks: the least cost of any durable write. */
async function createPlainRows(pool: Pool, schema: string): Promise<void> {
  await pool.query(`CREATE SCHEMA ${schema}`);
  await pool.query(
    `CREATE TABLE ${schema}.plain (event_id text PRIMARY KEY, stream_id text NOT NULL, version integer NOT NULL,
      type text NOT NULL, element text NOT NULL)`,
  );
}

/** Inserts one row, which is one commit. */
async function insertPlainRow(pool: Pool, schema: string, id: string, element: string): Promise<void> {
  await pool.query({
    name: 'insert_row',
    text: `INSERT INTO ${schema}.plain (event_id, stream_id, version, type, element) VALUES ($1, $2, $3, $4, $5)`,
    values: [`evt_${id}`, `rec_${id}`, 1, 'service.record.registered', element],
  });
}

/** A table for such rows beside a service's own, for as long as some work takes. */
export async function withPlainRows<Result>(
  databaseUrl: string,
  { connections, element }: { connections: number; element: string },
  work: (insert: InsertPlainRow) => Promise<Result>,
): Promise<Result> {
  const schema = 'bench_plain_rows';
  return withDatabase(databaseUrl, connections, async (pool) => {
    await createPlainRows(pool, schema);
    try {
      return await work((id) => insertPlainRow(pool, schema, id, element));
    } finally {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    }
  });
}
