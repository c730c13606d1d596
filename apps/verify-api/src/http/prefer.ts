import type { IncomingHttpHeaders } from 'node:http';

/** Names the preference that was applied. */
export const PREFERENCE_APPLIED = 'Preference-Applied';

/** The most seconds that an answer waits. */
const LONGEST_WAIT = 10;
const WAIT = /^wait\s*=\s*(?:"([0-9]{1,9})"|([0-9]{1,9}))\s*(?:;.*)?$/i;

/**
 * Seconds that a caller prefers to wait (RFC 7240, section 4.3), at most ten. Of several, the first counts; an invalid
 * preference is ignored.
 * @param otherwise seconds without a preference.
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
