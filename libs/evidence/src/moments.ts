const CAPACITY = 10_000;
const cache = new Map<string, number>();

/**
 * Milliseconds since 1970 of a time's text; NaN where it is invalid. Results are cached: checks need the same few times
 * for every answer, and parsing costs ten times a look-up.
 */
export function millisecondsOf(moment: string): number {
  let milliseconds = cache.get(moment);
  if (milliseconds === undefined) {
    milliseconds = Date.parse(moment);
    if (cache.size >= CAPACITY) cache.clear();
    cache.set(moment, milliseconds);
  }
  return milliseconds;
}

let last = { milliseconds: NaN, text: '' };

/** A time's text: ISO 8601 in UTC with milliseconds. The last one is cached for answers of the same millisecond. */
export function momentText(moment: Date): string {
  const milliseconds = moment.getTime();
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: moment.toISOString() };
  return last.text;
}
