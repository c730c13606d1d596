import { inTransaction } from '@service/event-store';
import type { Pool, PoolClient } from 'pg';

type Connection = Pick<Pool | PoolClient, 'query'>;

const QUEUES_OF = `SELECT subscription_id, queue_key FROM webhook_dispatcher.queues
    WHERE subscription_id = $1 ORDER BY queue_key FOR UPDATE`;

/**
 * Cancels all deliveries and replays of a revoked subscription in one transaction: no worker may find deliveries whose
 * queue is gone. Results of attempts under way are no longer stored.
 */
export function endSubscription(pool: Pool, subscriptionId: string): Promise<void> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    await cancelDeliveries(client, subscriptionId);
    await cancelReplays(client, [subscriptionId]);
  });
}

/** Cancels the deliveries alone; `cancelReplays` comes after everything else that locks queues. */
export async function cancelDeliveries(connection: Connection, subscriptionId: string): Promise<void> {
  // Rows of replays first, then queues by their key: every transaction locks in this order, so that none deadlocks.
  await connection.query('DELETE FROM webhook_dispatcher.replays WHERE subscription_id = $1', [
    subscriptionId,
  ]);
  await connection.query(
    `WITH queue AS (${QUEUES_OF})
     DELETE FROM webhook_dispatcher.queues AS gone USING queue
     WHERE gone.subscription_id = queue.subscription_id AND gone.queue_key = queue.queue_key`,
    [subscriptionId],
  );
  for (const table of ['entries', 'endpoints']) {
    await connection.query(`DELETE FROM webhook_dispatcher.${table} WHERE subscription_id = $1`, [
      subscriptionId,
    ]);
  }
}

/** Marks the replays that have not finished as cancelled. */
export async function cancelReplays(
  connection: Connection,
  subscriptionIds: readonly string[],
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await connection.query(
    `UPDATE webhook_dispatcher.replay_progress SET cancelled = true, updated_at = clock_timestamp()
     WHERE subscription_id = ANY ($1) AND NOT (complete AND planned = succeeded + exhausted)`,
    [subscriptionIds],
  );
}

/** Makes all deliveries of an enabled subscription due now, as if its endpoint had never failed. */
export async function resumeDeliveries(connection: Connection, subscriptionId: string): Promise<void> {
  await connection.query('DELETE FROM webhook_dispatcher.endpoints WHERE subscription_id = $1', [
    subscriptionId,
  ]);
  await connection.query(
    `WITH queue AS (${QUEUES_OF})
     UPDATE webhook_dispatcher.queues AS due SET due = statement_timestamp() FROM queue
     WHERE due.subscription_id = queue.subscription_id AND due.queue_key = queue.queue_key
       AND NOT due.leased AND due.due > statement_timestamp()`,
    [subscriptionId],
  );
}
