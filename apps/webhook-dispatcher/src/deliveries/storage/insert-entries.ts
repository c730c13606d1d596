import { newId } from '@service/contracts';
import type { PoolClient } from 'pg';

/** An event that a subscription is to get. */
export interface NewEntry {
  subscription_id: string;
  /** Whose events keep their order. */
  aggregate_id: string;
  event_id: string;
  /** UTC day under which the event is published. */
  day: string;
  type: string;
}

/**
 * Puts entries at the ends of their lanes, in their order, each under a new delivery id. Lanes are locked until the
 * commit, so that nobody who has just delivered a lane's last entry can take the lane away beneath a new one.
 */
export async function insertEntries(
  client: Pick<PoolClient, 'query'>,
  entries: readonly NewEntry[],
  replayed: boolean,
): Promise<void> {
  if (entries.length === 0) return;
  await client.query({
    name: 'insert-entries',
    text: INSERT,
    values: [
      entries.map((entry) => entry.subscription_id),
      entries.map((entry) => entry.aggregate_id),
      // Sorted as the entries are, so that deliveries are listed in their order.
      entries.map(() => newId('delivery')).sort(),
      entries.map((entry) => entry.event_id),
      entries.map((entry) => entry.day),
      entries.map((entry) => entry.type),
      replayed,
    ],
  });
}

const INSERT = `WITH incoming AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[])
      WITH ORDINALITY AS entry (subscription_id, aggregate_id, delivery_id, event_id, day, type, place)
  ), lane AS (
    INSERT INTO webhook_dispatcher.lanes AS known (subscription_id, aggregate_id, due)
    SELECT DISTINCT subscription_id COLLATE "C", aggregate_id COLLATE "C", statement_timestamp() FROM incoming ORDER BY 1, 2
    ON CONFLICT (subscription_id, aggregate_id) DO UPDATE SET due = known.due WHERE false
  )
  INSERT INTO webhook_dispatcher.entries (subscription_id, aggregate_id, delivery_id, event_id, day, type, replayed,
    attempts, first_attempt, planned_at)
  SELECT subscription_id, aggregate_id, delivery_id, event_id, day, type, $7, 0, 1, clock_timestamp()
  FROM incoming ORDER BY place`;
