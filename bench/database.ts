import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';

/** Connections to a database, for as long as some work takes. */
export async function withDatabase<Result>(
  databaseUrl: string,
  connections: number,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const logger = createLogger('error');
  const pool = createPool(databaseUrl, { max: connections, applicationName: 'bench', logger });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
