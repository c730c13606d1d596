const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next one follows, milliseconds; after the last there is none. */
const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Part of a delay by which it may be longer or shorter, so that what failed together does not return together. */
const JITTER = 0.2;

/** Attempts of a delivery, the first included. */
export const ATTEMPTS_AT_MOST = RETRY_DELAYS.length + 1;

/** Milliseconds from a failed attempt to the next; null after the last.
 *  @param attemptNumber of the one that failed, from 1.
 *  @param random from 0 to 1, as `Math.random` answers it. */
export function retryDelay(attemptNumber: number, random: () => number): number | null {
  const delay = RETRY_DELAYS[attemptNumber - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
}
