import { DailyPartitions } from '@service/event-store';
import { DAY, dayOf } from '@service/platform/days';
import type { Pool } from 'pg';

/** The daily partitions of attempts. */
export const attemptDays = new DailyPartitions('webhook_dispatcher', 'attempts', 0x61747470);

/** Makes the partitions for the attempts of the days around a time. */
export function makeRoomForAttempts(pool: Pool, now: number): Promise<void> {
  return attemptDays.ensure(pool, [now - DAY, now, now + DAY].map(dayOf));
}

/** Drops the partitions of attempts after their retention. @returns their days. */
export async function dropAttempts(pool: Pool, retentionDays: number, now: number): Promise<string[]> {
  const expired = await attemptDays.expired(pool, retentionDays, now);
  for (const partition of expired) await attemptDays.drop(pool, partition);
  return expired.map(({ day }) => day);
}
