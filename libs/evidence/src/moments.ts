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
