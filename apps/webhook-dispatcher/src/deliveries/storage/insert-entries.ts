import { newId } from '@service/contracts';
import { arrayLiteral } from '@service/platform/postgres';
import type { PoolClient } from 'pg';
import { LEASE_FOR, type ClaimedQueue } from '../delivering/claim-queues.js';
import type { WaitingEntry } from '../delivering/read-entries.js';

/** A planned delivery of an event to a subscription. */
export interface NewEntry {
  subscription_id: string;
  /** Deliveries of one key are made in order: the id of the event’s subject, or for a test that of the event. */
  queue_key: string;
  event_id: string;
  /** UTC day under which the event is published. */
  day: string;
  type: string;
}

/** Options for new entries. */
export interface InsertEntriesOptions {
  /** Keys of the queues to lease to this process if they are new. */
  lease?: ReadonlySet<string>;
  /** The replay that the entries belong to. */
  replayId?: string | null;
}

/** A queue that was leased when it was planned, with all its entries in order. */
export interface LeasedQueue {
  queue: ClaimedQueue;
  entries: WaitingEntry[];
}

/** Either a leased queue, or an entry that was written. */
interface Row {
  subscription_id: string | null;
  queue_key: string | null;
  lease_epoch: string | null;
  delivery_id: string | null;
  seq: string | null;
}

/** A queue as the key of a map. */
export function queueMapKey({
  subscription_id,
  queue_key,
}: Pick<NewEntry, 'subscription_id' | 'queue_key'>): string {
  return `${subscription_id} ${queue_key}`;
}

/**
 * Appends entries to their queues in order, each under a new delivery id. The queues stay locked until the commit: otherwise
 * a worker that has just delivered the last entry could delete the queue of a new one. New queues are due, or leased on
 * request. As in a claim, none is leased while its endpoint fails or is held back, or while the transparency log is not
 * confirmed.
 * @returns the leased queues, which may be delivered after the commit.
 */
export async function insertEntries(
  client: Pick<PoolClient, 'query'>,
  entries: readonly NewEntry[],
  { lease, replayId = null }: InsertEntriesOptions,
): Promise<LeasedQueue[]> {
  if (entries.length === 0) return [];
  // Ids in the order of the entries, because deliveries are listed by id.
  const ids = entries.map(() => newId('delivery')).sort();
  const { rows } = await client.query<Row>({
    name: 'insert-entries',
    text: INSERT,
    values: [
      ...[
        entries.map((entry) => entry.subscription_id),
        entries.map((entry) => entry.queue_key),
        ids,
        entries.map((entry) => entry.event_id),
        entries.map((entry) => entry.day),
        entries.map((entry) => entry.type),
        entries.map((entry) => lease?.has(queueMapKey(entry)) === true),
      ].map(arrayLiteral),
      LEASE_FOR,
      replayId,
    ],
  });
  return gather(entries, ids, replayId, rows);
}

function gather(
  entries: readonly NewEntry[],
  ids: readonly string[],
  replayId: string | null,
  rows: readonly Row[],
): LeasedQueue[] {
  const leased = new Map<string, LeasedQueue>();
  const sequences = new Map<string, string>();
  for (const { subscription_id, queue_key, lease_epoch, delivery_id, seq } of rows) {
    if (delivery_id !== null && seq !== null) sequences.set(delivery_id, seq);
    if (subscription_id === null || queue_key === null || lease_epoch === null) continue;
    const queue = { subscription_id, queue_key, lease_epoch, failures: 0, by_request: false };
    leased.set(queueMapKey(queue), { queue, entries: [] });
  }
  entries.forEach((entry, place) => {
    const { event_id, day } = entry;
    const delivery_id = ids[place] as string;
    const seq = sequences.get(delivery_id);
    if (seq === undefined) return;
    leased
      .get(queueMapKey(entry))
      ?.entries.push({ seq, delivery_id, event_id, day, attempts: 0, replay_id: replayId, first_attempt: 1 });
  });
  return [...leased.values()];
}

// Queues are not joined with their entries: the server would expect few rows, and compare each with each.
const INSERT = `WITH incoming AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[], $7::boolean[])
      WITH ORDINALITY AS entry (subscription_id, queue_key, delivery_id, event_id, day, type, lease, place)
  ), wanted AS (
    SELECT DISTINCT subscription_id COLLATE "C" AS subscription_id, queue_key COLLATE "C" AS queue_key, lease
    FROM incoming
  ), queue AS (
    INSERT INTO webhook_dispatcher.queues AS known (subscription_id, queue_key, due, leased, lease_epoch)
    SELECT subscription_id, queue_key,
      statement_timestamp() + CASE WHEN allowed.lease THEN $8 ELSE 0 END * interval '1 millisecond', allowed.lease,
      CASE WHEN allowed.lease THEN nextval('webhook_dispatcher.lease_epochs') ELSE 0 END
    FROM wanted CROSS JOIN LATERAL (
      SELECT wanted.lease
        AND EXISTS (SELECT FROM record_store_published.log_head WHERE at > pg_postmaster_start_time())
        AND NOT EXISTS (
          SELECT FROM webhook_dispatcher.endpoints AS endpoint
          WHERE endpoint.subscription_id = wanted.subscription_id
            AND (failures > 0 OR greatest(held_until, probe_at) > statement_timestamp())
        ) AS lease
    ) AS allowed
    ORDER BY subscription_id, queue_key
    ON CONFLICT (subscription_id, queue_key) DO UPDATE SET due = known.due WHERE false
    RETURNING subscription_id, queue_key, lease_epoch, leased
  ), written AS (
    INSERT INTO webhook_dispatcher.entries (subscription_id, queue_key, delivery_id, event_id, day, type, replayed,
      replay_id, attempts, first_attempt, planned_at)
    SELECT subscription_id, queue_key, delivery_id, event_id, day, type, $9::text IS NOT NULL, $9::text, 0, 1,
      clock_timestamp()
    FROM incoming ORDER BY place
    RETURNING delivery_id, seq
  )
  SELECT subscription_id, queue_key, lease_epoch, NULL AS delivery_id, NULL AS seq FROM queue WHERE leased
  UNION ALL SELECT NULL, NULL, NULL, delivery_id, seq FROM written`;
