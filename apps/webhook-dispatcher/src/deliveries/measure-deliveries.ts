import type { Environment } from '@service/contracts';
import type { Metrics } from '@service/platform/metrics';
import type { Pool } from 'pg';
import type { DeliveryCounts } from './delivering/delivery-counts.js';

/** Where the deliveries of an environment are measured. */
export interface DeliveryMeasures {
  metrics: Metrics;
  environment: Environment;
}

/** Adds the gauges of waiting deliveries, held endpoints and the attempts of this process. */
export function measureDeliveries(
  { metrics, environment }: DeliveryMeasures,
  pool: Pool,
  counts: DeliveryCounts,
): void {
  metrics.gauge(
    {
      name: 'delivery_attempts_total',
      help: 'Attempts to deliver that this process has made, by how they left the delivery.',
      labels: ['environment', 'outcome'],
    },
    () => counts.entries().map(([outcome, value]) => ({ labels: { environment, outcome }, value })),
  );
  const gauge = (name: string, help: string, sql: string) =>
    metrics.gauge({ name, help, labels: ['environment'] }, async () => {
      const { rows } = await pool.query<{ value: string | null }>(sql);
      return [{ labels: { environment }, value: Number(rows[0]?.value ?? 0) }];
    });
  gauge(
    'deliveries_waiting',
    'Deliveries that wait, as far as the statistics of the database tell.',
    `SELECT greatest(n_live_tup, 0) AS value FROM pg_stat_user_tables
     WHERE schemaname = 'webhook_dispatcher' AND relname = 'entries'`,
  );
  gauge(
    'deliveries_oldest_due_seconds',
    'For how long the delivery has been due that has been due longest.',
    OLDEST,
  );
  gauge(
    'delivery_endpoints_held',
    'Endpoints that are held back: they asked for it, or failed again and again.',
    `SELECT count(*) AS value FROM webhook_dispatcher.endpoints
     WHERE greatest(held_until, probe_at) > statement_timestamp()`,
  );
}

/** Jumps from one subscription to the next by the index: the cost does not depend on their backlogs. */
const OLDEST = `WITH RECURSIVE first_due AS (
    (SELECT subscription_id, due FROM webhook_dispatcher.queues ORDER BY subscription_id, due LIMIT 1)
    UNION ALL
    SELECT next.* FROM first_due CROSS JOIN LATERAL (
      SELECT queue.subscription_id, queue.due FROM webhook_dispatcher.queues AS queue
      WHERE queue.subscription_id > first_due.subscription_id ORDER BY queue.subscription_id, queue.due LIMIT 1
    ) AS next
  )
  SELECT extract(epoch FROM greatest(statement_timestamp() - min(due), interval '0')) AS value FROM first_due`;
