import { DailyPartitions } from '@service/event-store';
import { DAY, dayOf } from '@service/platform/days';
import type { Pool } from 'pg';

/** The daily partitions of published events. */
export const publishedDays = new DailyPartitions('webhook_dispatcher', 'published_events', 0x65766e74);

/** Held while partitions are dropped, which two processes must not do at once. */
const DROPPING_LOCK = 0x65766e75;

/** Makes the partitions for the day of a time and the next day. */
export function makeRoom(pool: Pool, now: number): Promise<void> {
  return publishedDays.ensure(pool, [dayOf(now), dayOf(now + DAY)]);
}

/**
 * Drops the partitions after their retention, unless another process is doing so.
 * @returns the dropped days.
 */
export async function dropPublishedDays(pool: Pool, retentionDays: number, now: number): Promise<string[]> {
  const holder = await pool.connect();
  try {
    const { rows } = await holder.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      DROPPING_LOCK,
    ]);
    if (rows[0]?.locked !== true) return [];
    try {
      return await dropDays(pool, retentionDays, now);
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [DROPPING_LOCK]);
    }
  } finally {
    holder.release();
  }
}

async function dropDays(pool: Pool, retentionDays: number, now: number): Promise<string[]> {
  const expired = await publishedDays.expired(pool, retentionDays, now);
  for (const partition of expired) {
    // Before the partition is dropped: a reader with an older position must find that it missed events.
    await pool.query(
      `UPDATE webhook_dispatcher.published_floor AS floor SET tx = last.tx, pos = last.pos
       FROM (
         SELECT tx, pos FROM webhook_dispatcher.published_events WHERE day = $1 ORDER BY tx DESC, pos DESC LIMIT 1
       ) AS last
       WHERE (last.tx, last.pos) > (floor.tx, floor.pos)`,
      [partition.day],
    );
    await publishedDays.drop(pool, partition);
  }
  return expired.map(({ day }) => day);
}
