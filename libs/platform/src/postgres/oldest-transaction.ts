import type { Environment } from '@service/contracts';
import type { Pool } from 'pg';

import type { Metrics } from '../admin/metrics.js';

/**
 * Seconds since the oldest transaction began that holds back whoever follows the event log, 0 when there is
 * none. It is one that has an id and is neither committed nor rolled back, in any database of the server; a
 * reader, however old, delays only VACUUM. Another user's transactions are seen by a member of
 * `pg_read_all_stats` alone.
 * @throws DatabaseUnavailableError
 */
export async function oldestTransactionAge(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ age: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(since))::float8 AS age
     FROM (SELECT xact_start AS since FROM pg_stat_activity WHERE backend_xid IS NOT NULL
           UNION ALL SELECT prepared FROM pg_prepared_xacts) AS holders`,
  );
  return Math.max(0, rows[0]?.age ?? 0);
}

/** Adds that age to the metrics, as `event_log_oldest_transaction_age_seconds{environment}`. */
export function measureOldestTransaction(metrics: Metrics, environment: Environment, pool: Pool): void {
  metrics.gauge(
    {
      name: 'event_log_oldest_transaction_age_seconds',
      help: 'Seconds since the oldest transaction began that holds back the followers of the event log.',
      labels: ['environment'],
    },
    async () => [{ labels: { environment }, value: await oldestTransactionAge(pool) }],
  );
}
