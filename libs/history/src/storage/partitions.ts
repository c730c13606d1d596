import { DailyPartitions } from '@service/event-store';
import { DAY, dayOf } from '@service/platform/days';

/** Advisory lock that serialises the creation of partitions across processes. */
export const PARTITIONS_LOCK = 0x68697374;

/** The partitions of the history, one for each day. */
export const historyDays = new DailyPartitions('verify_api', 'interactions', PARTITIONS_LOCK);

/** The day of a moment, and the next day. */
export function daysAhead(now: number): string[] {
  return [dayOf(now), dayOf(now + DAY)];
}
