import type { Pool } from 'pg';
import type { ClaimedLane } from './claim-lanes.js';

/** An event that waits to be delivered. */
export interface WaitingEntry {
  seq: string;
  event_id: string;
  /** UTC day under which the event is published. */
  day: string;
  /** Made so far. */
  attempts: number;
  /** Number of the first attempt since it was planned or a retry was asked for. */
  first_attempt: number;
}

interface Row extends WaitingEntry {
  /** Of the lane among those that were asked for, from 1. */
  place: number;
}

/**
 * The first entries of claimed lanes, in order. By a statement after the claim: in the claim's own snapshot entries may
 * still stand that somebody else delivered before it got the lane.
 */
export async function readEntries(
  pool: Pool,
  lanes: readonly ClaimedLane[],
  most: number,
): Promise<WaitingEntry[][]> {
  const { rows } = await pool.query<Row>({
    name: 'read-entries',
    text: `SELECT lane.place::integer AS place, entry.*
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS lane (subscription_id, aggregate_id, place)
      CROSS JOIN LATERAL (
        SELECT seq, event_id, day::text AS day, attempts, first_attempt FROM webhook_dispatcher.entries
        WHERE subscription_id = lane.subscription_id AND aggregate_id = lane.aggregate_id
        ORDER BY seq LIMIT $3
      ) AS entry ORDER BY lane.place, entry.seq`,
    values: [
      lanes.map(({ subscription_id }) => subscription_id),
      lanes.map(({ aggregate_id }) => aggregate_id),
      most,
    ],
  });
  const entries = lanes.map((): WaitingEntry[] => []);
  for (const { place, ...entry } of rows) entries[place - 1]?.push(entry);
  return entries;
}
