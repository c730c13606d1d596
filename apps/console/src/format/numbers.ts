import { LOCALE } from './locale.js';

const whole = new Intl.NumberFormat(LOCALE);
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });

/** With separators: `12,345`. */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** The API counts no more waiting deliveries than these. */
export const MOST_WAITING = 10_000;

/** The number of waiting deliveries, as far as it is counted: `10,000+`. */
export function waitingNumber(pending: number): string {
  return wholeNumber(pending) + (pending < MOST_WAITING ? '' : '+');
}

/** Compact: `12.3K`. */
export function shortNumber(value: number): string {
  return Math.abs(value) < 10_000 ? whole.format(value) : short.format(value);
}

/** A duration: `850 ms`, `1.2 s`. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** `1 record`, `2 records`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** Which rows of a list a page shows: `51–100, more follow`, `101–120 of 120`, `20 in all`.
 *  @param before how many are before them, unless nobody knows.
 *  @param total how many there are, where something has counted them. */
export function rowsInWords(
  count: number,
  before: number | undefined,
  isLast: boolean,
  total?: string,
): string {
  if (count === 0) return '';
  const more = isLast ? '' : total === undefined ? ', more follow' : ` of ${total}`;
  if (before === undefined) return counted(count, 'row') + (more || ', the last');
  if (before === 0 && isLast) return `${whole.format(count)} in all`;
  const end = whole.format(before + count);
  return `${whole.format(before + 1)}–${end}${more || ` of ${end}`}`;
}
