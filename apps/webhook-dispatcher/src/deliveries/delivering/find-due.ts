import type { Pool } from 'pg';

/**
 * The subscriptions that have a lane due and are not held back. Goes from one subscription to the next by the index, so
 * that it costs by how many there are and not by what waits for them.
 */
export async function findDue(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ subscription_id: string }>({ name: 'find-due', text: FIND });
  return rows.map(({ subscription_id }) => subscription_id);
}

const FIND = `WITH RECURSIVE waiting AS (
    (SELECT subscription_id FROM webhook_dispatcher.lanes ORDER BY subscription_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT lane.subscription_id FROM webhook_dispatcher.lanes AS lane
      WHERE lane.subscription_id > waiting.subscription_id ORDER BY lane.subscription_id LIMIT 1
    ) FROM waiting WHERE waiting.subscription_id IS NOT NULL
  )
  SELECT waiting.subscription_id FROM waiting
  LEFT JOIN webhook_dispatcher.endpoints AS endpoint ON endpoint.subscription_id = waiting.subscription_id
  WHERE waiting.subscription_id IS NOT NULL
    AND coalesce(greatest(endpoint.held_until, endpoint.probe_at), '-infinity') <= statement_timestamp()
    AND EXISTS (
      SELECT FROM webhook_dispatcher.lanes AS lane
      WHERE lane.subscription_id = waiting.subscription_id AND lane.due <= statement_timestamp()
    )`;
