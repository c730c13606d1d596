import type { Pool } from 'pg';
import type { QuotaGrant, QuotaRequest, QuotaUse } from './quota-lease.js';

const OPEN = `
  INSERT INTO verify_api.quota_days (day, key)
  SELECT $1, key FROM unnest($2::text[]) AS wanted (key) ORDER BY key COLLATE "C"
  ON CONFLICT DO NOTHING`;

/**
 * A request gets at most half of the free operations, so that the next replica gets some too; the last ten go to
 * one replica. Rows are sorted: replicas that lock the same rows in different orders would deadlock.
 */
const LEASE = `
  WITH stored AS (
    SELECT key, leased FROM verify_api.quota_days WHERE day = $1 AND key = ANY ($2)
    ORDER BY key FOR UPDATE
  ), counted AS (
    SELECT request.*, stored.leased - returned AS leased, greatest(0, quota - stored.leased + returned) AS free
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[])
      AS request (key, quota, returned, wanted, lacking)
    JOIN stored USING (key)
  ), shared AS (
    SELECT counted.*, least(wanted, greatest((free + 1) / 2, least(free, 10))) AS share FROM counted
  )
  UPDATE verify_api.quota_days AS days SET
    leased = shared.leased + share,
    lacking_at = CASE WHEN lacking THEN clock_timestamp() ELSE lacking_at END
  FROM shared WHERE days.day = $1 AND days.key = shared.key
  RETURNING days.key, share::double precision AS leased, (quota - days.leased)::double precision AS free`;

/** Leases operations of a day's quotas in one statement; returns the grant for each request. */
export async function leaseQuotas(
  pool: Pool,
  day: number,
  requests: ReadonlyMap<string, QuotaRequest>,
): Promise<Map<string, QuotaGrant>> {
  const each = [...requests.values()];
  const { rows } = await pool.query<QuotaGrant & { key: string }>({
    name: 'lease_quotas',
    text: LEASE,
    values: [
      day,
      [...requests.keys()],
      each.map(({ quota }) => quota),
      each.map(({ returned }) => returned),
      each.map(({ wanted }) => wanted),
      each.map(({ lacking }) => lacking),
    ],
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Inserts the missing rows of quotas for a day. */
export async function openQuotaDay(pool: Pool, day: number, keys: readonly string[]): Promise<void> {
  await pool.query(OPEN, [day, keys]);
}

/** Reads the state of quotas. A replica that reads once a second sees within two that another lacks operations. */
export async function readQuotaUse(
  pool: Pool,
  day: number,
  keys: readonly string[],
): Promise<Map<string, QuotaUse>> {
  const { rows } = await pool.query<QuotaUse & { key: string }>({
    name: 'read_quota_use',
    text: `SELECT key, leased::double precision AS leased,
        coalesce(lacking_at > clock_timestamp() - interval '2 seconds', false) AS lacking
      FROM verify_api.quota_days WHERE day = $1 AND key = ANY ($2)`,
    values: [day, keys],
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Deletes the rows of earlier days. */
export async function forgetQuotaDays(pool: Pool, before: number): Promise<void> {
  await pool.query('DELETE FROM verify_api.quota_days WHERE day < $1', [before]);
}
