import type { Pool } from 'pg';

/** Table of the log's origin; one row at most. */
export function logOriginSql(schema: string): string {
  return `CREATE TABLE ${schema}.log_origin (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    origin text NOT NULL
  )`;
}

/**
 * Stores the log's origin at the first start and answers the stored one: elements carry it, so a later setting
 * must not change it.
 */
export async function rememberLogOrigin(pool: Pool, schema: string, configured: string): Promise<string> {
  await pool.query(`INSERT INTO ${schema}.log_origin (origin) VALUES ($1) ON CONFLICT DO NOTHING`, [
    configured,
  ]);
  const { rows } = await pool.query<{ origin: string }>(`SELECT origin FROM ${schema}.log_origin`);
  return rows[0]?.origin ?? configured;
}
