import type { ReadinessCheck } from '@service/platform/admin';
import type { Pool } from 'pg';

/**
 * A process of record-store is not ready before the log has its first checkpoint, which the leading one makes: without it
 * nothing can be verified.
 */
export function hasCheckpoint(pool: Pool, schema: string): ReadinessCheck {
  let found = false;
  return async () => {
    found ||= (await pool.query(`SELECT FROM ${schema}.log_head`)).rowCount === 1;
    return found ? null : 'The transparency log has no checkpoint yet; the leading record-store makes it.';
  };
}
