import type { Pool } from 'pg';
import type { BucketReport, BucketStanding } from './leased-bucket.js';

/**
 * Rows are sorted: replicas that lock the same rows in different orders would deadlock. The reported operations
 * were used since `reported_at`, so they use up what was refilled since then, which is much after an outage. The
 * demand decays by a factor of e each second, but not to zero: PostgreSQL raises an error where `exp` underflows.
 */
const SETTLE = `
  INSERT INTO verify_api.rate_buckets AS stored (key, full_at, demand, reported_at)
  SELECT key, began + seconds * interval '1 second', demand, began
  FROM unnest($1::text[], $2::double precision[], $3::double precision[], $4::double precision[])
    AS reported (key, seconds, demand, span)
  CROSS JOIN LATERAL (SELECT statement_timestamp() - span * interval '1 second' AS began) AS beginning
  ORDER BY key COLLATE "C"
  ON CONFLICT (key) DO UPDATE SET
    full_at = greatest(stored.full_at, excluded.reported_at) + (excluded.full_at - excluded.reported_at),
    demand = excluded.demand + greatest(stored.demand, 1e-9)
      * exp(-least(50, greatest(0, extract(epoch FROM clock_timestamp() - stored.reported_at)::double precision))),
    reported_at = clock_timestamp()
  RETURNING key, extract(epoch FROM full_at - clock_timestamp())::double precision AS seconds, demand`;

/** Skips rows that a replica is settling: waiting for their locks in another order could deadlock. */
const FORGET = `
  DELETE FROM verify_api.rate_buckets WHERE key IN (
    SELECT key FROM verify_api.rate_buckets
    WHERE greatest(full_at, reported_at) < clock_timestamp() - interval '1 minute'
    FOR UPDATE SKIP LOCKED
  )`;

/** Reports the use of some buckets and returns the level of each. */
export async function settleBuckets(
  pool: Pool,
  reports: ReadonlyMap<string, BucketReport>,
): Promise<Map<string, BucketStanding>> {
  const each = [...reports.values()];
  const { rows } = await pool.query<BucketStanding & { key: string }>({
    name: 'settle_buckets',
    text: SETTLE,
    values: [
      [...reports.keys()],
      each.map(({ seconds }) => seconds),
      each.map(({ demand }) => demand),
      each.map(({ span }) => span),
    ],
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Deletes the rows of buckets that have been full and idle for a minute: a missing row means the same. */
export async function forgetIdleBuckets(pool: Pool): Promise<void> {
  await pool.query(FORGET);
}
