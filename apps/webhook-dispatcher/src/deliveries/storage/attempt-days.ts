import { DailyPartitions } from '@service/event-store';
import { DAY, dayOf } from '@service/platform/days';
import type { Pool } from 'pg';

/** The days of attempts. */
export const attemptDays = new DailyPartitions('webhook_dispatcher', 'attempts', 0x61747470);

/** Makes room for the attempts of the days around a moment. */
export function makeRoomForAttempts(pool: Pool, now: number): Promise<void> {
  return attemptDays.ensure(pool, [now - DAY, now, now + DAY].map(dayOf));
}

/** Drops the days of attempts that have been over for longer than so many days; answers them. */
export async function dropAttempts(pool: Pool, retentionDays: number, now: number): Promise<string[]> {
  const expired = await attemptDays.expired(pool, retentionDays, now);
  for (const kept of expired) await attemptDays.drop(pool, kept);
  return expired.map(({ day }) => day);
}
