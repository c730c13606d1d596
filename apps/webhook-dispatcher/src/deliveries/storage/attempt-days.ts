import { DailyPartitions } from '@service/event-store';
import type { Pool } from 'pg';

const DAY = 86_400_000;

const attemptDays = new DailyPartitions('webhook_dispatcher', 'attempts', 0x61747470);

/** Makes room for the attempts of the days around a moment. */
export function makeRoomForAttempts(pool: Pool, now: number): Promise<void> {
  return attemptDays.ensure(pool, [now - DAY, now, now + DAY].map(dayOf));
}

/** Drops the days of attempts that have been over for longer than so many days; answers them. */
export async function dropAttempts(pool: Pool, retentionDays: number, now: number): Promise<string[]> {
  const first = dayOf(now - retentionDays * DAY);
  const over = (await attemptDays.kept(pool)).filter(({ day }) => day < first);
  for (const day of over) await attemptDays.drop(pool, day);
  return over.map(({ day }) => day);
}

/** UTC day of a moment. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
