import { newId } from '@service/contracts';
import { arrayLiteral } from '@service/platform/postgres';
import type { PoolClient } from 'pg';

/** A planned delivery of an event to a subscription. */
export interface NewEntry {
  subscription_id: string;
  /** Events of one aggregate are delivered in order. */
  aggregate_id: string;
  event_id: string;
  /** UTC day under which the event is published. */
  day: string;
  type: string;
}

/** A queue as the key of a map. */
export function queueKey({
  subscription_id,
  aggregate_id,
}: Pick<NewEntry, 'subscription_id' | 'aggregate_id'>): string {
  return `${subscription_id} ${aggregate_id}`;
}

/** Ids of new deliveries, in the order of their entries: deliveries are listed by id. */
export function newDeliveryIds(entries: readonly NewEntry[]): string[] {
  return entries.map(() => newId('delivery')).sort();
}

/** The first six parameters of a statement that appends entries. */
export function incomingValues(entries: readonly NewEntry[], ids: readonly string[]): string[] {
  return [
    entries.map((entry) => entry.subscription_id),
    entries.map((entry) => entry.aggregate_id),
    ids,
    entries.map((entry) => entry.event_id),
    entries.map((entry) => entry.day),
    entries.map((entry) => entry.type),
  ].map(arrayLiteral);
}

/**
 * Appends entries to their queues in order, each under a new delivery id, for a replay where one is given. The queues stay locked until the commit:
 * otherwise a worker that has just delivered the last entry could delete the queue of a new one.
 */
export async function insertEntries(
  client: Pick<PoolClient, 'query'>,
  entries: readonly NewEntry[],
  replayId: string | null,
): Promise<void> {
  if (entries.length === 0) return;
  await client.query({
    name: 'insert-entries',
    text: INSERT,
    values: [...incomingValues(entries, newDeliveryIds(entries)), replayId],
  });
}

const INSERT = `WITH incoming AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[])
      WITH ORDINALITY AS entry (subscription_id, aggregate_id, delivery_id, event_id, day, type, place)
  ), queue AS (
    INSERT INTO webhook_dispatcher.queues AS known (subscription_id, aggregate_id, due)
    SELECT DISTINCT subscription_id COLLATE "C", aggregate_id COLLATE "C", statement_timestamp() FROM incoming ORDER BY 1, 2
    ON CONFLICT (subscription_id, aggregate_id) DO UPDATE SET due = known.due WHERE false
  )
  INSERT INTO webhook_dispatcher.entries (subscription_id, aggregate_id, delivery_id, event_id, day, type, replayed,
    replay_id, attempts, first_attempt, planned_at)
  SELECT subscription_id, aggregate_id, delivery_id, event_id, day, type, $7::text IS NOT NULL, $7::text, 0, 1,
    clock_timestamp()
  FROM incoming ORDER BY place`;
