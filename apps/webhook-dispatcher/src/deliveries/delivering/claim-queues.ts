import type { Pool } from 'pg';

/** Consecutive failures after which an endpoint is only probed. */
export const PROBED_AFTER = 5;
/** Milliseconds of the lease on a claimed queue. */
export const LEASE_FOR = 30_000;

/** How many queues of a subscription to claim at most. */
export interface WantedQueues {
  subscription_id: string;
  slots: number;
}

/** A queue that this process holds until its lease ends. */
export interface ClaimedQueue {
  subscription_id: string;
  queue_key: string;
  /** The lease's number, which every write to the queue checks. */
  lease_epoch: string;
  /** Consecutive failures of the endpoint, as committed. */
  failures: number;
  /** Whether the first entry is attempted by request, before its scheduled time. */
  by_request: boolean;
}

/**
 * Claims due queues, the longest due first: up to the wanted number for each subscription, and none while its endpoint
 * is held back. For an endpoint that fails repeatedly, one replica claims one queue as a probe. Claims nothing until the
 * transparency log was confirmed since the database server started: a restored database has waiting deliveries that were
 * made long ago, and its log is refused. The query reads only these subscriptions' parts of the index.
 */
export async function claimQueues(pool: Pool, wanted: readonly WantedQueues[]): Promise<ClaimedQueue[]> {
  // Every process uses this order, so that two claims cannot deadlock.
  const sorted = wanted.toSorted((one, other) => (one.subscription_id < other.subscription_id ? -1 : 1));
  const { rows } = await pool.query<ClaimedQueue>({
    name: 'claim-queues',
    text: CLAIM,
    values: [
      sorted.map(({ subscription_id }) => subscription_id),
      sorted.map(({ slots }) => slots),
      LEASE_FOR,
      PROBED_AFTER,
    ],
  });
  return rows;
}

const CLAIM = `WITH wanted AS (
    SELECT wanted.subscription_id, slots, coalesce(endpoint.failures, 0) AS failures,
      greatest(endpoint.held_until, endpoint.probe_at) AS held_until
    FROM unnest($1::text[], $2::integer[]) AS wanted (subscription_id, slots)
    LEFT JOIN webhook_dispatcher.endpoints AS endpoint ON endpoint.subscription_id = wanted.subscription_id
    WHERE EXISTS (SELECT FROM record_store_published.log_head WHERE at > pg_postmaster_start_time())
  ), probed AS (
    UPDATE webhook_dispatcher.endpoints AS endpoint
    SET probe_at = statement_timestamp() + $3 * interval '1 millisecond'
    FROM wanted
    WHERE endpoint.subscription_id = wanted.subscription_id AND wanted.failures >= $4
      AND coalesce(greatest(endpoint.held_until, endpoint.probe_at), '-infinity') <= statement_timestamp()
      AND EXISTS (
        SELECT FROM webhook_dispatcher.queues AS queue
        WHERE queue.subscription_id = wanted.subscription_id AND queue.due <= statement_timestamp()
      )
    RETURNING endpoint.subscription_id, 1 AS slots, endpoint.failures
  ), allowed AS (
    SELECT subscription_id, slots, failures FROM wanted
    WHERE failures < $4 AND coalesce(held_until, '-infinity') <= statement_timestamp()
    UNION ALL SELECT subscription_id, slots, failures FROM probed
  ), picked AS MATERIALIZED (
    SELECT queue.subscription_id, queue.queue_key, allowed.failures
    FROM allowed CROSS JOIN LATERAL (
      SELECT due.subscription_id, due.queue_key FROM webhook_dispatcher.queues AS due
      WHERE due.subscription_id = allowed.subscription_id AND due.due <= statement_timestamp()
      ORDER BY due.due LIMIT allowed.slots FOR UPDATE SKIP LOCKED
    ) AS queue
  )
  UPDATE webhook_dispatcher.queues AS queue
  SET due = statement_timestamp() + $3 * interval '1 millisecond', leased = true,
    lease_epoch = nextval('webhook_dispatcher.lease_epochs'), retry_delivery_id = NULL
  FROM picked
  WHERE queue.subscription_id = picked.subscription_id AND queue.queue_key = picked.queue_key
  RETURNING queue.subscription_id, queue.queue_key, queue.lease_epoch, picked.failures,
    coalesce(queue.scheduled_at > statement_timestamp(), false) AS by_request`;
