import type { PoolClient } from 'pg';
import type { EndedInReplay } from '../storage/replay-progress.js';

/** A delivery to attempt now. */
export interface RequestedRetry {
  subscription_id: string;
  delivery_id: string;
}

/**
 * Makes deliveries due now. For a waiting one this is an attempt ahead of its schedule, which stays as it is; its endpoint
 * is no longer held back, and its queue is the next of its subscription. An exhausted one goes to the end of its queue, with
 * a new schedule. For one that is being attempted, the request is noted, and carried out when the attempt is stored. One
 * that is acknowledged or behind another in its queue stays as it is.
 * @returns the changes by which revived deliveries lower the counts of their replays.
 */
export async function retryDeliveries(
  client: PoolClient,
  retries: readonly RequestedRetry[],
): Promise<EndedInReplay[]> {
  if (retries.length === 0) return [];
  const values = [
    retries.map(({ subscription_id }) => subscription_id),
    retries.map(({ delivery_id }) => delivery_id),
  ];
  // Locks in a separate statement, so that the next ones see what was committed before the lock.
  await client.query(LOCK, values);
  const { rows } = await client.query<{ replay_id: string | null }>(REVIVE, values);
  await client.query(HASTEN, values);
  return rows.flatMap(({ replay_id }) =>
    replay_id === null ? [] : [{ replay_id, succeeded: 0, exhausted: -1 }],
  );
}

const ASKED = `asked AS (
    SELECT DISTINCT subscription_id COLLATE "C" AS subscription_id, delivery_id COLLATE "C" AS delivery_id
    FROM unnest($1::text[], $2::text[]) AS asked (subscription_id, delivery_id)
  )`;

const LOCK = `WITH ${ASKED} SELECT FROM asked
  JOIN webhook_dispatcher.entries AS entry
    ON entry.subscription_id = asked.subscription_id AND entry.delivery_id = asked.delivery_id
  JOIN webhook_dispatcher.queues AS queue
    ON queue.subscription_id = entry.subscription_id AND queue.queue_key = entry.queue_key
  ORDER BY queue.subscription_id, queue.queue_key FOR UPDATE OF queue`;

const REVIVE = `WITH ${ASKED}, exhausted AS (
    SELECT last.* FROM asked CROSS JOIN LATERAL (
      SELECT * FROM webhook_dispatcher.attempts AS attempt
      WHERE attempt.subscription_id = asked.subscription_id AND attempt.delivery_id = asked.delivery_id
      ORDER BY attempt.number DESC LIMIT 1
    ) AS last
    WHERE last.outcome = 'exhausted' AND NOT EXISTS (
      SELECT FROM webhook_dispatcher.entries AS entry
      WHERE entry.subscription_id = asked.subscription_id AND entry.delivery_id = asked.delivery_id
    )
  ), queue AS (
    INSERT INTO webhook_dispatcher.queues AS known (subscription_id, queue_key, due)
    SELECT DISTINCT subscription_id, queue_key COLLATE "C", statement_timestamp() FROM exhausted ORDER BY 1, 2
    ON CONFLICT (subscription_id, queue_key) DO UPDATE SET due = known.due WHERE false
  )
  INSERT INTO webhook_dispatcher.entries (subscription_id, queue_key, delivery_id, event_id, day, type, replayed,
    replay_id, attempts, first_attempt, planned_at)
  SELECT subscription_id, queue_key, delivery_id, event_id, event_day, type, replayed,
    replay_id, number, number + 1, planned_at
  FROM exhausted ORDER BY delivery_id
  RETURNING replay_id`;

const HASTEN = `WITH ${ASKED}, waiting AS (
    SELECT entry.subscription_id, entry.queue_key, entry.delivery_id FROM asked
    JOIN webhook_dispatcher.entries AS entry
      ON entry.subscription_id = asked.subscription_id AND entry.delivery_id = asked.delivery_id
    WHERE NOT EXISTS (
      SELECT FROM webhook_dispatcher.entries AS earlier
      WHERE earlier.subscription_id = entry.subscription_id AND earlier.queue_key = entry.queue_key
        AND earlier.seq < entry.seq
    )
  ), held_back AS (
    SELECT subscription_id FROM webhook_dispatcher.endpoints
    WHERE subscription_id IN (SELECT subscription_id FROM waiting) ORDER BY 1 FOR UPDATE
  ), released AS (
    UPDATE webhook_dispatcher.endpoints AS endpoint SET held_until = NULL, probe_at = NULL
    FROM held_back WHERE endpoint.subscription_id = held_back.subscription_id
  )
  UPDATE webhook_dispatcher.queues AS queue
  SET due = CASE WHEN queue.leased THEN queue.due ELSE (
      SELECT least(min(other.due) - interval '1 millisecond', statement_timestamp())
      FROM webhook_dispatcher.queues AS other WHERE other.subscription_id = queue.subscription_id
    ) END,
    scheduled_at = CASE WHEN queue.leased THEN queue.scheduled_at ELSE coalesce(queue.scheduled_at, queue.due) END,
    retry_delivery_id = CASE WHEN queue.leased THEN waiting.delivery_id END
  FROM waiting
  WHERE queue.subscription_id = waiting.subscription_id AND queue.queue_key = waiting.queue_key`;
