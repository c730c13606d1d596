import type { Pool, PoolClient } from 'pg';

type Connection = Pick<Pool | PoolClient, 'query'>;

const LANES_OF = `SELECT subscription_id, aggregate_id FROM webhook_dispatcher.lanes
    WHERE subscription_id = $1 ORDER BY aggregate_id FOR UPDATE`;

/** Cancels everything that waits for a revoked subscription; what is under way is not written down any more. */
export async function cancelDeliveries(connection: Connection, subscriptionId: string): Promise<void> {
  // Lanes first, and in the order in which everybody locks them.
  await connection.query(
    `WITH lane AS (${LANES_OF})
     DELETE FROM webhook_dispatcher.lanes AS gone USING lane
     WHERE gone.subscription_id = lane.subscription_id AND gone.aggregate_id = lane.aggregate_id`,
    [subscriptionId],
  );
  for (const table of ['entries', 'endpoints', 'replays']) {
    await connection.query(`DELETE FROM webhook_dispatcher.${table} WHERE subscription_id = $1`, [
      subscriptionId,
    ]);
  }
}

/** Goes on with what waits for a subscription that was enabled: at once, and as if its endpoint had never failed. */
export async function resumeDeliveries(connection: Connection, subscriptionId: string): Promise<void> {
  await connection.query('DELETE FROM webhook_dispatcher.endpoints WHERE subscription_id = $1', [
    subscriptionId,
  ]);
  await connection.query(
    `WITH lane AS (${LANES_OF})
     UPDATE webhook_dispatcher.lanes AS due SET due = statement_timestamp() FROM lane
     WHERE due.subscription_id = lane.subscription_id AND due.aggregate_id = lane.aggregate_id
       AND NOT due.leased AND due.due > statement_timestamp()`,
    [subscriptionId],
  );
}
