import type { Pool } from 'pg';

const BATCH = 1_000;

/** Deletes the stored results that have expired, a batch at a time; answers how many there were. */
export async function deleteExpiredResults(pool: Pool, schema: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await pool.query({
      name: `${schema}.delete_expired_results`,
      // A row that is locked is about to be replaced by the result of another command.
      text: `DELETE FROM ${schema}.idempotency_keys WHERE key = ANY (ARRAY(
          SELECT key FROM ${schema}.idempotency_keys WHERE expires_at <= clock_timestamp()
          ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return deleted;
  }
}
