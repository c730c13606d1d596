/** The count of one part in an hour or a day. */
export interface Counted {
  /** Beginning of the hour or day. */
  start: string;
  /** Name of the part: an outcome or an operation. */
  name: string;
  count: number;
}

/** Counts as bars: one for each hour or day, empty ones included, all with the same parts. */
export interface Stacks {
  /** Milliseconds since 1970. */
  starts: readonly number[];
  parts: readonly { name: string; counts: readonly number[] }[];
}

export type Granularity = 'hour' | 'day';
export const LENGTHS: Readonly<Record<Granularity, number>> = { hour: 3_600_000, day: 86_400_000 };

/** Name of the part that sums up the smallest ones. */
export const REST = 'all others';

interface Span {
  from: string;
  to: string;
  granularity: Granularity;
}

/**
 * @param order names that come first; the others follow, largest first.
 * @param most number of parts; the smallest are summed up in one.
 */
export function stacksOf(
  counted: readonly Counted[],
  { from, to, granularity }: Span,
  order: readonly string[] = [],
  most = 6,
): Stacks {
  const length = LENGTHS[granularity];
  const first = Date.parse(from);
  const bars = Math.max(0, Math.ceil((Date.parse(to) - first) / length));
  const starts = Array.from({ length: bars }, (_none, index) => first + index * length);
  const names = namesOf(counted, order);
  const shown = names.length > most ? [...names.slice(0, most - 1), REST] : names;
  const parts = shown.map((name) => ({ name, counts: noneIn(bars) }));
  for (const { start, name, count } of counted) {
    const bar = Math.floor((Date.parse(start) - first) / length);
    const part = parts.find((each) => each.name === name) ?? parts.at(-1);
    if (part?.counts[bar] !== undefined) part.counts[bar] += count;
  }
  return { starts, parts };
}

/** The next number with one digit and zeros, for the top of an axis: 1, 2, 4, 6, 8, 10, 20. */
export function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10) * power;
}

function noneIn(bars: number): number[] {
  return Array.from({ length: bars }, () => 0);
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function namesOf(counted: readonly Counted[], order: readonly string[]): string[] {
  const totals = new Map<string, number>();
  for (const { name, count } of counted) totals.set(name, (totals.get(name) ?? 0) + count);
  const placeOf = (name: string): number => {
    const place = order.indexOf(name);
    return place === -1 ? order.length : place;
  };
  return [...totals]
    .sort(([a, of], [b, other]) => placeOf(a) - placeOf(b) || other - of || (a < b ? -1 : 1))
    .map(([name]) => name);
}
