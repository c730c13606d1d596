const CAPACITY = 10_000;
const known = new Map<string, number>();

/**
 * Milliseconds since 1970 of a moment's text; NaN for what is none. Remembered: checks ask for the same few
 * moments with every answer, and parsing costs ten times a look-up.
 */
export function millisecondsOf(moment: string): number {
  let milliseconds = known.get(moment);
  if (milliseconds === undefined) {
    milliseconds = Date.parse(moment);
    if (known.size >= CAPACITY) known.clear();
    known.set(moment, milliseconds);
  }
  return milliseconds;
}

let last = { milliseconds: NaN, text: '' };

/** A moment's text: ISO 8601 in UTC with milliseconds. The answers of one millisecond share it. */
export function momentText(moment: Date): string {
  const milliseconds = moment.getTime();
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: moment.toISOString() };
  return last.text;
}
