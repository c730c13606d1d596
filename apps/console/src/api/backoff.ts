const FIRST = 1_000;
const LONGEST = 30_000;

/** Milliseconds until the next retry: exponential backoff with jitter. @param chance from 0 to 1. */
export function pauseBefore(failures: number, chance: number): number {
  const most = Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10));
  return Math.round(most / 2 + (most / 2) * chance);
}
