/** Milliseconds of a day. */
export const DAY = 86_400_000;
/** Milliseconds of an hour. */
export const HOUR = 3_600_000;

/** The UTC day of a moment in milliseconds, as `YYYY-MM-DD`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The oldest day that is still retained. Each day is retained for a number of days after its end. */
export function firstRetainedDay(retentionDays: number, now: number): string {
  return dayOf(now - retentionDays * DAY);
}

/** The end of a day, in milliseconds. */
export function endOf(day: string): number {
  return Date.parse(day) + DAY;
}

/** Number of the UTC day of a moment in milliseconds, counted from 1970. */
export function dayNumberOf(moment: number): number {
  return Math.floor(moment / DAY);
}

/** Whole seconds until midnight UTC, at least 1. */
export function secondsUntilMidnight(moment: number): number {
  return Math.ceil(((dayNumberOf(moment) + 1) * DAY - moment) / 1_000);
}

/** Form of a day. */
export const DAY_FORM = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether a value is an existing day, as `YYYY-MM-DD`. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !DAY_FORM.test(text) || text < '0001') return false;
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}
