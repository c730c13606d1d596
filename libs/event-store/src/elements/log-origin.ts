import { readLogOrigin } from '@service/evidence';
import { StartError } from '@service/platform/errors';
import type { Pool } from 'pg';

/**
 * Stores the log's origin at the first start and answers the stored one, which a recovery may have continued. Elements carry
 * it, so that it cannot be renamed.
 * @throws StartError where another one is configured than that of the first start.
 */
export async function rememberLogOrigin(pool: Pool, schema: string, configured: string): Promise<string> {
  await pool.query(`INSERT INTO ${schema}.log_origin (origin) VALUES ($1) ON CONFLICT DO NOTHING`, [
    configured,
  ]);
  const { rows } = await pool.query<{ origin: string }>(`SELECT origin FROM ${schema}.log_origin`);
  const origin = rows[0]?.origin ?? configured;
  const { first } = readLogOrigin(origin);
  if (first === configured) return origin;
  throw new StartError(
    `The log of this database is ${first} since its first start, and LOG_ORIGIN with ENVIRONMENT gives ${configured}: set them as they were, or name another database.`,
  );
}
