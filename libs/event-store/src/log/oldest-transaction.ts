import { OWNER_APPS } from '@service/platform/databases';
import type { Metrics } from '@service/platform/metrics';
import type { Pool } from 'pg';
import { locksSql, writersSql, writesBesideSql } from './horizon.sql.js';

/** An unfinished transaction that holds back the followers of a log. */
export interface HoldingTransaction {
  /** Seconds since it began or was prepared; null where the role is no member of `pg_read_all_stats`. */
  age: number | null;
  /** Its global identifier, if it is prepared; null for that of a session. */
  gid: string | null;
}

/** Everything that has followers. */
const FOLLOWED = [...OWNER_APPS.map((app) => `${app}.events`), 'webhook_dispatcher.published_events'];

/**
 * The transactions that hold back followers: those with an id, in this database, of roles that may append, and prepared
 * ones that wrote beside what is followed. One that only reads delays nothing but VACUUM.
 * @param tables as `schema.table`: what the roles may append to.
 * @throws DatabaseUnavailableError
 */
export async function holdingTransactions(
  pool: Pool,
  tables: readonly string[] = FOLLOWED,
): Promise<HoldingTransaction[]> {
  const { rows } = await pool.query<HoldingTransaction>(
    `WITH writers AS MATERIALIZED (SELECT writer FROM (${writersSql(tables)}) AS w),
       locks AS MATERIALIZED (${locksSql()})
     SELECT CASE WHEN since IS NOT NULL THEN greatest(0, extract(epoch FROM clock_timestamp() - since))::float8 END AS age, gid
     FROM (
       SELECT CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN xact_start END AS since, NULL AS gid FROM pg_stat_activity
       WHERE backend_xid IS NOT NULL AND datname = current_database() AND usesysid IN (SELECT writer FROM writers)
       UNION ALL
       SELECT prepared, gid FROM pg_prepared_xacts WHERE transaction IN (
         SELECT transactionid FROM locks
         WHERE virtualtransaction IN (SELECT virtualtransaction FROM locks WHERE pid IS NULL AND ${writesBesideSql(tables)}))
     ) AS holders`,
  );
  return rows;
}

/**
 * Adds the oldest one's age to the metrics, as `event_log_oldest_transaction_age_seconds{environment}`, 0 where there is
 * none; and that of each prepared one, which no timeout ends, as
 * `event_log_prepared_transaction_age_seconds{environment,gid}`.
 */
export function measureOldestTransaction(metrics: Metrics, pool: Pool, tables = FOLLOWED): void {
  let reading: Promise<HoldingTransaction[]> | null = null;
  // Both gauges of a scrape share a query.
  const readHolders = () => (reading ??= holdingTransactions(pool, tables).finally(() => (reading = null)));
  metrics.gauge(
    {
      name: 'event_log_oldest_transaction_age_seconds',
      help: 'Seconds since the oldest transaction began that holds back the followers of the event log; absent where that is not shown without pg_read_all_stats.',
    },
    async () => {
      const holders = await readHolders();
      if (holders.some(({ age }) => age === null)) return null;
      return Math.max(0, ...holders.map(({ age }) => age ?? 0));
    },
  );
  metrics.gauge(
    {
      name: 'event_log_prepared_transaction_age_seconds',
      help: 'Seconds since a transaction was prepared that holds back the followers of the event log until somebody ends it.',
      labels: ['gid'],
    },
    async () =>
      (await readHolders()).flatMap(({ age, gid }) =>
        gid === null ? [] : [{ labels: { gid }, value: age ?? 0 }],
      ),
  );
}
