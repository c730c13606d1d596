import type { Metrics } from '@service/platform/metrics';
import type { Pool } from 'pg';
import { PROBED_AFTER } from './delivering/claim-queues.js';
import type { DeliveryCounts } from './delivering/delivery-counts.js';

/** Adds the gauges of waiting deliveries, held endpoints and the attempts of this process. */
export function measureDeliveries(metrics: Metrics, pool: Pool, counts: DeliveryCounts): void {
  metrics.counter(
    {
      name: 'delivery_attempts_total',
      help: 'Delivery attempts of this process, by the resulting state of the delivery.',
      labels: ['outcome'],
    },
    () => counts.entries().map(([outcome, value]) => ({ labels: { outcome }, value })),
  );
  metrics.histogram(
    { name: 'delivery_attempt_duration_seconds', help: 'Seconds that attempts to deliver took.' },
    () => counts.durations,
  );
  metrics.histogram(
    {
      name: 'delivery_latency_seconds',
      help: 'Seconds from an event to the end of the first attempt to deliver it; without replays.',
    },
    () => counts.latencies,
  );
  const gauge = (name: string, help: string, sql: string) =>
    metrics.gauge({ name, help }, async () => {
      const { rows } = await pool.query<{ value: string | null }>(sql);
      return Number(rows[0]?.value ?? 0);
    });
  gauge(
    'deliveries_waiting',
    'Waiting deliveries, estimated from the statistics of the database.',
    `SELECT greatest(n_live_tup, 0) AS value FROM pg_stat_user_tables
     WHERE schemaname = 'webhook_dispatcher' AND relname = 'entries'`,
  );
  gauge(
    'deliveries_oldest_due_seconds',
    'For how long the longest due delivery has been due, without those of failing endpoints.',
    OLDEST,
  );
  gauge(
    'delivery_endpoints_held',
    'Endpoints that are held back, because they asked for it or failed repeatedly.',
    `SELECT count(*) AS value FROM webhook_dispatcher.endpoints
     WHERE greatest(held_until, probe_at) > statement_timestamp()`,
  );
}

/**
 * Jumps from one subscription to the next by the index: the cost does not depend on their backlogs. Leaves out the
 * deliveries of a failing endpoint: they wait for a probe, which more dispatchers would not speed up.
 */
const OLDEST = `WITH RECURSIVE first_due AS (
    (SELECT subscription_id, due FROM webhook_dispatcher.queues ORDER BY subscription_id, due LIMIT 1)
    UNION ALL
    SELECT next.* FROM first_due CROSS JOIN LATERAL (
      SELECT queue.subscription_id, queue.due FROM webhook_dispatcher.queues AS queue
      WHERE queue.subscription_id > first_due.subscription_id ORDER BY queue.subscription_id, queue.due LIMIT 1
    ) AS next
  )
  SELECT extract(epoch FROM greatest(statement_timestamp() - min(due), interval '0')) AS value FROM first_due
  WHERE NOT EXISTS (
    SELECT FROM webhook_dispatcher.endpoints AS endpoint WHERE endpoint.subscription_id = first_due.subscription_id
      AND (failures >= ${PROBED_AFTER} OR greatest(held_until, probe_at) > statement_timestamp())
  )`;
