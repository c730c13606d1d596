import type { IncomingHttpHeaders } from 'node:http';

/** Says which preference was followed. */
export const PREFERENCE_APPLIED = 'Preference-Applied';

/** Seconds that an answer waits at most for what is preferred. */
const LONGEST_WAIT = 10;
const WAIT = /^wait\s*=\s*(?:"([0-9]{1,9})"|([0-9]{1,9}))\s*(?:;.*)?$/i;

/**
 * Seconds that a caller prefers to wait (RFC 7240, section 4.3), at most ten. Of several the first counts, and what
 * is no such preference is none.
 * @param otherwise seconds where none are asked for.
 */
export function preferredWait({ prefer }: IncomingHttpHeaders, otherwise = 0): number {
  if (prefer === undefined) return otherwise;
  for (const preference of String(prefer).split(',')) {
    const found = WAIT.exec(preference.trim());
    if (found !== null) return Math.min(Number(found[1] ?? found[2]), LONGEST_WAIT);
  }
  return otherwise;
}

/** Value of `Preference-Applied` for a wait. */
export function waitApplied(seconds: number): string {
  return `wait=${seconds}`;
}
