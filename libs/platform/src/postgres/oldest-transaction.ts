import type { Environment } from '@service/contracts';
import type { Pool } from 'pg';

import type { Metrics } from '../metrics/index.js';

/**
 * Age in seconds of the oldest transaction that holds back followers of the event log, 0 where there is none: a
 * transaction with an id that is still running, in any database of the server. One that only reads delays
 * nothing but VACUUM. Null where the role is not a member of `pg_read_all_stats`, and so cannot see other
 * roles' transactions.
 * @throws DatabaseUnavailableError
 */
export async function oldestTransactionAge(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ age: number | null }>(
    `SELECT CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
       THEN coalesce(extract(epoch FROM clock_timestamp() - min(since))::float8, 0) END AS age
     FROM (SELECT xact_start AS since FROM pg_stat_activity WHERE backend_xid IS NOT NULL
           UNION ALL SELECT prepared FROM pg_prepared_xacts) AS holders`,
  );
  const { age } = rows[0] as { age: number | null };
  return age === null ? null : Math.max(0, age);
}

/** Adds this age to the metrics, as `event_log_oldest_transaction_age_seconds{environment}`. */
export function measureOldestTransaction(metrics: Metrics, environment: Environment, pool: Pool): void {
  metrics.gauge(
    {
      name: 'event_log_oldest_transaction_age_seconds',
      help: 'Seconds since the oldest transaction began that holds back the followers of the event log; absent without pg_read_all_stats.',
      labels: ['environment'],
    },
    async () => {
      const value = await oldestTransactionAge(pool);
      return value === null ? [] : [{ labels: { environment }, value }];
    },
  );
}
