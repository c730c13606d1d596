import type { Granularity } from './stacks.js';
import { LOCALE } from '../format/locale.js';

const day = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** An hour or a day of usage, which is counted in UTC whatever zone other times are shown in. */
export function barLabel(start: number, granularity: Granularity): string {
  const date = new Date(start);
  return granularity === 'day' ? day.format(date) : `${day.format(date)}, ${hour.format(date)}`;
}

/** Such a label for an axis, which names the day only at midnight. */
export function axisLabel(start: number, granularity: Granularity): string {
  const date = new Date(start);
  return granularity === 'day' || date.getUTCHours() === 0 ? day.format(date) : hour.format(date);
}
