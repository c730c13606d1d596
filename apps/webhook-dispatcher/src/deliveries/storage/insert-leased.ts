import { arrayLiteral } from '@service/platform/postgres';
import type { PoolClient } from 'pg';
import { LEASE_FOR, type ClaimedQueue } from '../delivering/claim-queues.js';
import type { WaitingEntry } from '../delivering/read-entries.js';
import { incomingValues, newDeliveryIds, queueKey, type NewEntry } from './insert-entries.js';

/** A queue that was leased as it was planned, with all of its entries in their order. */
export interface LeasedQueue {
  queue: ClaimedQueue;
  entries: WaitingEntry[];
}

interface Row {
  subscription_id: string | null;
  aggregate_id: string | null;
  lease_epoch: string | null;
  delivery_id: string | null;
  seq: string | null;
}

/**
 * Appends entries as `insertEntries` does, and leases new queues in the same statement. A queue is not leased that has
 * entries already, whose endpoint is failing or held back, or while the transparency log is not confirmed, as in a claim.
 * @param wanted keys of the queues to lease to this process if they are new.
 * @returns the leased queues, which may be delivered after the commit.
 */
export async function insertLeased(
  client: Pick<PoolClient, 'query'>,
  entries: readonly NewEntry[],
  wanted: ReadonlySet<string>,
): Promise<LeasedQueue[]> {
  if (entries.length === 0) return [];
  const ids = newDeliveryIds(entries);
  const { rows } = await client.query<Row>({
    name: 'insert-leased',
    text: INSERT,
    values: [
      ...incomingValues(entries, ids),
      arrayLiteral(entries.map((entry) => wanted.has(queueKey(entry)))),
      LEASE_FOR,
    ],
  });
  return gather(entries, ids, rows);
}

function gather(entries: readonly NewEntry[], ids: readonly string[], rows: readonly Row[]): LeasedQueue[] {
  const leased = new Map<string, LeasedQueue>();
  const sequences = new Map<string, string>();
  for (const { subscription_id, aggregate_id, lease_epoch, delivery_id, seq } of rows) {
    if (delivery_id !== null && seq !== null) sequences.set(delivery_id, seq);
    if (subscription_id === null || aggregate_id === null || lease_epoch === null) continue;
    const queue = { subscription_id, aggregate_id, lease_epoch, failures: 0, by_request: false };
    leased.set(queueKey(queue), { queue, entries: [] });
  }
  entries.forEach((entry, place) => {
    const { event_id, day } = entry;
    const delivery_id = ids[place] as string;
    const seq = sequences.get(delivery_id);
    if (seq === undefined) return;
    leased
      .get(queueKey(entry))
      ?.entries.push({ seq, delivery_id, event_id, day, attempts: 0, replay_id: null, first_attempt: 1 });
  });
  return [...leased.values()];
}

// No statement joins the queues with their entries: the server would expect few of them, and compare each with each.
const INSERT = `WITH incoming AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[], $7::boolean[])
      WITH ORDINALITY AS entry (subscription_id, aggregate_id, delivery_id, event_id, day, type, lease, place)
  ), wanted AS (
    SELECT DISTINCT subscription_id COLLATE "C" AS subscription_id, aggregate_id COLLATE "C" AS aggregate_id, lease
    FROM incoming
  ), queue AS (
    INSERT INTO webhook_dispatcher.queues AS known (subscription_id, aggregate_id, due, leased, lease_epoch)
    SELECT subscription_id, aggregate_id,
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
    ORDER BY subscription_id, aggregate_id
    ON CONFLICT (subscription_id, aggregate_id) DO UPDATE SET due = known.due WHERE false
    RETURNING subscription_id, aggregate_id, lease_epoch, leased
  ), written AS (
    INSERT INTO webhook_dispatcher.entries (subscription_id, aggregate_id, delivery_id, event_id, day, type,
      replayed, attempts, first_attempt, planned_at)
    SELECT subscription_id, aggregate_id, delivery_id, event_id, day, type, false, 0, 1, clock_timestamp()
    FROM incoming ORDER BY place
    RETURNING delivery_id, seq
  )
  SELECT subscription_id, aggregate_id, lease_epoch, NULL AS delivery_id, NULL AS seq FROM queue WHERE leased
  UNION ALL SELECT NULL, NULL, NULL, delivery_id, seq FROM written`;
