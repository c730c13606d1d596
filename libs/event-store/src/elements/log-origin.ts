import type { Pool } from 'pg';

/** Table that remembers the origin of the log; one row at the most. */
export function logOriginSql(schema: string): string {
  return `CREATE TABLE ${schema}.log_origin (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    origin text NOT NULL
  )`;
}

/** Origin of the log as it was at the first start: elements carry it, so that a setting cannot change it. */
export async function rememberLogOrigin(pool: Pool, schema: string, configured: string): Promise<string> {
  await pool.query(`INSERT INTO ${schema}.log_origin (origin) VALUES ($1) ON CONFLICT DO NOTHING`, [
    configured,
  ]);
  const { rows } = await pool.query<{ origin: string }>(`SELECT origin FROM ${schema}.log_origin`);
  return rows[0]?.origin ?? configured;
}
