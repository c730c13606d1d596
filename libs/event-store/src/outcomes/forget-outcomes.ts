import type { Pool } from 'pg';

const BATCH = 1_000;

/** Deletes the outcomes whose time is over, a batch at a time; answers how many there were. */
export async function forgetOutcomes(pool: Pool, schema: string): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const { rowCount } = await pool.query({
      name: `${schema}.forget_outcomes`,
      // Whoever holds a row is about to give its key away anew.
      text: `DELETE FROM ${schema}.outcomes WHERE key = ANY (ARRAY(
          SELECT key FROM ${schema}.outcomes WHERE kept_until <= clock_timestamp()
          ORDER BY kept_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
    forgotten += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return forgotten;
  }
}
