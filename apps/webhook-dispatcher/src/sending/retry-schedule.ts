const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from each failed attempt to the next. */
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

/** Fraction by which a delay is randomly longer or shorter: deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** Most attempts of a delivery, including the first. */
export const ATTEMPTS_AT_MOST = RETRY_DELAYS.length + 1;

/** Most attempts of a test: it asks whether the endpoint works now, and tests that wait are limited. */
export const TEST_ATTEMPTS_AT_MOST = 3;

/** Milliseconds from a failed attempt to the next; null after the last.
 *  @param attemptNumber of the failed attempt, from 1.
 *  @param random returns a number from 0 to 1, as `Math.random` does. */
export function retryDelay(attemptNumber: number, random: () => number): number | null {
  const delay = RETRY_DELAYS[attemptNumber - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
}
