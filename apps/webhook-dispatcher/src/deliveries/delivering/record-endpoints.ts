import { SUBSCRIPTION_BOUNDS } from '@service/contracts';
import type { PoolClient } from 'pg';
import { PROBED_AFTER } from './claim-queues.js';
import type { QueueResult } from './queue-result.js';

/** Milliseconds between two probes, at first and at most. */
const PROBE_PAUSE = 1_000;
const LONGEST_PROBE_PAUSE = 60_000;

/** The stored state of an endpoint. */
export interface EndpointStanding {
  /** Consecutive. */
  failures: number;
  /** Whether it has failed without interruption for so long that its subscription must be disabled. */
  failing_too_long: boolean;
}

interface Change {
  succeeded: boolean;
  /** Consecutive failures in the results, after their last success. */
  failures: number;
  hold_for: number | null;
}

/**
 * Stores the state of endpoints that failed, or that recovered from failures. An endpoint that keeps succeeding costs
 * nothing.
 */
export async function recordEndpoints(
  client: PoolClient,
  results: readonly QueueResult[],
): Promise<Map<string, EndpointStanding>> {
  const changes = [...changesOf(results)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (changes.length === 0) return new Map();
  const { rows } = await client.query<EndpointStanding & { subscription_id: string }>({
    name: 'record-endpoints',
    text: RECORD,
    values: [
      changes.map(([id]) => id),
      changes.map(([, { succeeded }]) => succeeded),
      changes.map(([, { failures }]) => failures),
      changes.map(([, { hold_for }]) => hold_for),
      PROBED_AFTER,
      PROBE_PAUSE,
      LONGEST_PROBE_PAUSE,
      SUBSCRIPTION_BOUNDS.failingDays,
    ],
  });
  return new Map(rows.map(({ subscription_id, ...standing }) => [subscription_id, standing]));
}

function changesOf(results: readonly QueueResult[]): Map<string, Change> {
  const changes = new Map<string, Change & { had: number }>();
  for (const { queue, attempts, hold_for } of results) {
    const { subscription_id: id, failures: had } = queue;
    const change = changes.get(id) ?? { succeeded: false, failures: 0, hold_for: null, had: 0 };
    changes.set(id, change);
    change.had = Math.max(change.had, had);
    if (hold_for !== null) change.hold_for = Math.max(change.hold_for ?? 0, hold_for);
    for (const { outcome } of attempts) {
      change.succeeded ||= outcome === 'acknowledged';
      change.failures = outcome === 'acknowledged' ? 0 : change.failures + 1;
    }
  }
  for (const [id, { succeeded, failures, hold_for, had }] of changes) {
    const recovers = succeeded && had > 0;
    if (!recovers && failures === 0 && hold_for === null) changes.delete(id);
  }
  return changes;
}

const LATER = (milliseconds: string) => `statement_timestamp() + ${milliseconds} * interval '1 millisecond'`;
const FAILURES =
  'CASE WHEN change.succeeded THEN change.failures ELSE coalesce(known.failures, 0) + change.failures END';

const RECORD = `WITH change AS (
    SELECT change.subscription_id, ${FAILURES} AS failures, held.until AS held_until,
      CASE WHEN ${FAILURES} = 0 THEN NULL
        WHEN change.succeeded THEN statement_timestamp()
        ELSE coalesce(known.failing_since, statement_timestamp()) END AS failing_since,
      CASE WHEN ${FAILURES} >= $5
        THEN ${LATER(`least($7, $6 * power(2, least(${FAILURES} - $5, 20)))`)} END AS probe_at
    FROM unnest($1::text[], $2::boolean[], $3::integer[], $4::float8[])
      AS change (subscription_id, succeeded, failures, hold_for)
    LEFT JOIN LATERAL (
      SELECT * FROM webhook_dispatcher.endpoints AS endpoint
      WHERE endpoint.subscription_id = change.subscription_id FOR UPDATE
    ) AS known ON true
    CROSS JOIN LATERAL (SELECT greatest(known.held_until, ${LATER('change.hold_for')}) AS until) AS held
  )
  INSERT INTO webhook_dispatcher.endpoints AS known (subscription_id, failures, failing_since, held_until, probe_at)
  SELECT subscription_id, failures, failing_since, held_until, probe_at FROM change
  ON CONFLICT (subscription_id) DO UPDATE SET failures = excluded.failures, failing_since = excluded.failing_since,
    held_until = excluded.held_until, probe_at = excluded.probe_at
  RETURNING subscription_id, failures,
    coalesce(failing_since <= statement_timestamp() - $8 * interval '1 day', false) AS failing_too_long`;
