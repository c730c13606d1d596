import type { PoolClient } from 'pg';
import { sumByReplay, type EndedInReplay } from '../storage/replay-progress.js';

/** A delivery to attempt now. */
export interface RequestedRetry {
  subscription_id: string;
  delivery_id: string;
}

/**
 * Makes deliveries due now. For a waiting one this is an attempt ahead of its schedule, which stays as it is, even
 * while its endpoint is held back: the subscriber, who asks, knows when it is mended. An exhausted one goes to the end of its queue, with a new schedule. One whose attempt is under way is attempted again after it, if it
 * fails. One that is acknowledged or behind another in its queue stays as it is.
 * @returns what the revived deliveries take back from the counts of their replays.
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
  const { rows } = await client.query<{ replay_id: string | null }>(REVIVE, values);
  await client.query(HASTEN, values);
  const revived = rows.flatMap(({ replay_id }) => replay_id ?? []);
  return sumByReplay(revived.map((replay_id) => ({ replay_id, succeeded: 0, exhausted: -1 })));
}

const ASKED = `asked AS (
    SELECT DISTINCT subscription_id COLLATE "C" AS subscription_id, delivery_id COLLATE "C" AS delivery_id
    FROM unnest($1::text[], $2::text[]) AS asked (subscription_id, delivery_id)
  )`;

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
    INSERT INTO webhook_dispatcher.queues AS known (subscription_id, aggregate_id, due)
    SELECT DISTINCT subscription_id, aggregate_id COLLATE "C", statement_timestamp() FROM exhausted ORDER BY 1, 2
    ON CONFLICT (subscription_id, aggregate_id) DO UPDATE SET due = known.due WHERE false
  )
  INSERT INTO webhook_dispatcher.entries (subscription_id, aggregate_id, delivery_id, event_id, day, type, replayed,
    replay_id, attempts, first_attempt, planned_at)
  SELECT subscription_id, aggregate_id, delivery_id, event_id, event_day, type, replayed,
    replay_id, number, number + 1, planned_at
  FROM exhausted ORDER BY delivery_id
  RETURNING replay_id`;

const HASTEN = `WITH ${ASKED}, waiting AS (
    SELECT queue.subscription_id, queue.aggregate_id, entry.seq FROM asked
    JOIN webhook_dispatcher.entries AS entry
      ON entry.subscription_id = asked.subscription_id AND entry.delivery_id = asked.delivery_id
    JOIN webhook_dispatcher.queues AS queue
      ON queue.subscription_id = entry.subscription_id AND queue.aggregate_id = entry.aggregate_id
    WHERE NOT EXISTS (
      SELECT FROM webhook_dispatcher.entries AS earlier
      WHERE earlier.subscription_id = entry.subscription_id AND earlier.aggregate_id = entry.aggregate_id
        AND earlier.seq < entry.seq
    )
    ORDER BY 1, 2 FOR UPDATE OF queue
  ), rested AS (
    UPDATE webhook_dispatcher.endpoints AS endpoint SET held_until = NULL, probe_at = NULL
    WHERE endpoint.subscription_id IN (SELECT subscription_id FROM waiting)
  )
  UPDATE webhook_dispatcher.queues AS queue
  SET due = CASE WHEN queue.leased THEN queue.due ELSE statement_timestamp() END,
    scheduled_at = CASE WHEN queue.leased THEN queue.scheduled_at ELSE coalesce(queue.scheduled_at, queue.due) END,
    retry_seq = CASE WHEN queue.leased THEN waiting.seq END
  FROM waiting
  WHERE queue.subscription_id = waiting.subscription_id AND queue.aggregate_id = waiting.aggregate_id
    AND queue.due > statement_timestamp()`;
