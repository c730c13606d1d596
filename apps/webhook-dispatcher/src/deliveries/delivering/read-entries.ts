import { arrayLiteral } from '@service/platform/postgres';
import type { Pool } from 'pg';
import type { ClaimedQueue } from './claim-queues.js';

/** An event that waits to be delivered. */
export interface WaitingEntry {
  seq: string;
  delivery_id: string;
  event_id: string;
  /** UTC day under which the event is published. */
  day: string;
  /** Attempts made so far. */
  attempts: number;
  /** The replay that it was planned for; null for none. */
  replay_id: string | null;
  /** Number of the first attempt on the current schedule, plus one for each attempt outside of it. */
  first_attempt: number;
}

interface Row extends WaitingEntry {
  /** Number of the queue among the requested ones, from 1. */
  place: number;
}

/**
 * The first entries of claimed queues, in order. Call this after the claim: the claim's own snapshot may still hold
 * entries that another process delivered just before.
 */
export async function readEntries(
  pool: Pool,
  queues: readonly ClaimedQueue[],
  most: number,
): Promise<WaitingEntry[][]> {
  const { rows } = await pool.query<Row>({
    name: 'read-entries',
    text: `SELECT queue.place::integer AS place, entry.*
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS queue (subscription_id, queue_key, place)
      CROSS JOIN LATERAL (
        SELECT seq, delivery_id, event_id, day::text AS day, attempts, first_attempt, replay_id FROM webhook_dispatcher.entries
        WHERE subscription_id = queue.subscription_id AND queue_key = queue.queue_key
        ORDER BY seq LIMIT $3
      ) AS entry ORDER BY queue.place, entry.seq`,
    values: [
      arrayLiteral(queues.map(({ subscription_id }) => subscription_id)),
      arrayLiteral(queues.map(({ queue_key }) => queue_key)),
      most,
    ],
  });
  const entries = queues.map((): WaitingEntry[] => []);
  for (const { place, ...entry } of rows) entries[place - 1]?.push(entry);
  return entries;
}
