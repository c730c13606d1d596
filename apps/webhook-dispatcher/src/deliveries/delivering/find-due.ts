import type { Pool } from 'pg';

/** The queues with deliveries, as a look found them. */
export interface FoundQueues {
  /** The subscriptions with a due queue whose endpoints are not held back. */
  due: string[];
  /** Whether there is a queue at all, due or not. */
  hasQueues: boolean;
}

/**
 * Looks for due queues. Jumps from one subscription to the next by the
 * index: the cost depends on the number of subscriptions, not on their backlogs.
 */
export async function findDue(pool: Pool): Promise<FoundQueues> {
  const { rows } = await pool.query<FoundQueues>({ name: 'find-due', text: FIND });
  return rows[0] ?? { due: [], hasQueues: false };
}

const FIND = `WITH RECURSIVE waiting AS (
    (SELECT subscription_id FROM webhook_dispatcher.queues ORDER BY subscription_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT queue.subscription_id FROM webhook_dispatcher.queues AS queue
      WHERE queue.subscription_id > waiting.subscription_id ORDER BY queue.subscription_id LIMIT 1
    ) FROM waiting WHERE waiting.subscription_id IS NOT NULL
  )
  SELECT EXISTS (SELECT FROM waiting WHERE subscription_id IS NOT NULL) AS "hasQueues", ARRAY(
    SELECT waiting.subscription_id FROM waiting
    LEFT JOIN webhook_dispatcher.endpoints AS endpoint ON endpoint.subscription_id = waiting.subscription_id
    WHERE waiting.subscription_id IS NOT NULL
      AND coalesce(greatest(endpoint.held_until, endpoint.probe_at), '-infinity') <= statement_timestamp()
      AND EXISTS (
        SELECT FROM webhook_dispatcher.queues AS queue
        WHERE queue.subscription_id = waiting.subscription_id AND queue.due <= statement_timestamp()
      )
  ) AS due`;
