import { LOCALE } from './locale.js';

/** Whether times are shown as the browser's zone or as UTC has them. */
export type Zone = 'local' | 'utc';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(name) ?? new Intl.DateTimeFormat(LOCALE, options);
  formats.set(name, known);
  return known;
}

function zoned(zone: Zone): Intl.DateTimeFormatOptions {
  return zone === 'utc' ? { timeZone: 'UTC' } : {};
}

/** A moment to the second, with its zone: `24 Nov 2026, 14:03:09 UTC`. */
export function exactTime(moment: string | number, zone: Zone): string {
  return formatOf(`exact-${zone}`, {
    ...zoned(zone),
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(moment));
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The day of a moment, for a sentence: `24 November 2026`. */
export function dayInWords(moment: string | number, zone: Zone): string {
  return formatOf(`day-${zone}`, { ...zoned(zone), ...DAY }).format(new Date(moment));
}

/** A moment to the minute, for a sentence: `24 November 2026 at 14:03 UTC`. */
export function momentInWords(moment: string, zone: Zone): string {
  const options = { ...zoned(zone), ...DAY, ...MINUTE, timeZoneName: 'short' } as const;
  return formatOf(`moment-${zone}`, options).format(new Date(moment));
}

/** The beginning of an hour or a day for the axis of a chart, which names the day only at midnight. Days are those of UTC. */
export function axisTime(start: number, granularity: 'hour' | 'day', zone: Zone): string {
  const day = { day: 'numeric', month: 'short' } as const;
  if (granularity === 'day') return formatOf('axis-day', { ...zoned('utc'), ...day }).format(start);
  const hour = clockTime(start, zone, start);
  return hour.startsWith('00:') ? formatOf(`axis-${zone}`, { ...zoned(zone), ...day }).format(start) : hour;
}

/** The day of a moment in UTC: `2026-11-24`. */
export function utcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** A moment to the minute: `24 Nov, 14:03`, with the year unless it is the current one. */
export function shortTime(moment: string | number, zone: Zone, now: number): string {
  const date = new Date(moment);
  const isThisYear = date.getUTCFullYear() === new Date(now).getUTCFullYear();
  return formatOf(`short-${zone}-${isThisYear}`, {
    ...zoned(zone),
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...MINUTE,
  }).format(date);
}

/** A moment to the minute: with its date where that is over. */
export function clockTime(moment: number, zone: Zone, now: number): string {
  if (moment < now && dayInWords(moment, zone) !== dayInWords(now, zone)) return shortTime(moment, zone, now);
  return formatOf(`clock-${zone}`, { ...zoned(zone), ...MINUTE }).format(new Date(moment));
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** Milliseconds from which a date is shown instead of a distance. */
const FAR = 30 * 86_400_000;
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always', style: 'long' });

/** Milliseconds between two changes of a text in seconds. */
const STEP = 10_000;
/** Milliseconds by which a clock may be wrong. A moment that is ahead by no more counts as past. */
const CLOCK_ERROR = 1_500;

/** The distance to a moment: `3 minutes ago`, `in 2 days`; a date beyond 30 days. */
export function relativeTime(moment: string | number, zone: Zone, now: number): string {
  const distance = new Date(moment).getTime() - now;
  const size = Math.abs(distance);
  if (size >= FAR) return shortTime(moment, zone, now);
  for (const [unit, length] of UNITS) {
    if (size >= length) return relative.format(Math.trunc(distance / length), unit);
  }
  if (size < STEP) return distance > CLOCK_ERROR ? 'in a moment' : 'just now';
  return relative.format((Math.trunc(distance / STEP) * STEP) / 1_000, 'second');
}

/** The time left until a moment, to the second: `50 s`, `4 min 05 s`, `23:59:08`, `2 d 03:10:00`; `0 s` after the moment. */
export function remaining(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} d ${two(hours)}:${two(minutes)}:${two(seconds % 60)}`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}
