import { DailyPartitions } from '@service/event-store';
import { DAY, dayOf } from '@service/platform/days';

/** Serialises the makers of partitions, whichever process they are in. */
export const PARTITIONS_LOCK = 0x68697374;

/** The days of the history. */
export const historyDays = new DailyPartitions('verify_api', 'interactions', PARTITIONS_LOCK);

/** The days that a moment's lines and those of the next day belong to. */
export function daysAhead(now: number): string[] {
  return [dayOf(now), dayOf(now + DAY)];
}
