import { DailyPartitions } from '@service/event-store';
import { DAY, dayOf } from '@service/platform/days';
import type { Pool } from 'pg';

/** The days of what is published. */
export const publishedDays = new DailyPartitions('webhook_dispatcher', 'published_events', 0x65766e74);

/** Held while days are dropped, which two processes cannot do at once. */
const DROPPING_LOCK = 0x65766e75;

/** Makes room for what is published on a moment's day and on the next one. */
export function makeRoom(pool: Pool, now: number): Promise<void> {
  return publishedDays.ensure(pool, [dayOf(now), dayOf(now + DAY)]);
}

/**
 * Drops the days that have been over for longer than they are kept, unless another process is at it.
 * @returns those that were dropped.
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
  for (const kept of expired) {
    // First of all: whoever reads on from before what is gone must find that it is.
    await pool.query(
      `UPDATE webhook_dispatcher.published_floor AS floor SET tx = last.tx, pos = last.pos
       FROM (
         SELECT tx, pos FROM webhook_dispatcher.published_events WHERE day = $1 ORDER BY tx DESC, pos DESC LIMIT 1
       ) AS last
       WHERE (last.tx, last.pos) > (floor.tx, floor.pos)`,
      [kept.day],
    );
    await publishedDays.drop(pool, kept);
  }
  return expired.map(({ day }) => day);
}
