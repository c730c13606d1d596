import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest } from '@service/contracts';

/** Names the preference that was applied. */
export const PREFERENCE_APPLIED = 'Preference-Applied';

/** The most seconds that an answer waits. */
const LONGEST_WAIT = 10;
const IS_WAIT = /^wait\s*(?:$|[=;])/i;
const WAIT = /^wait\s*=\s*(?:"([0-9]{1,9})"|([0-9]{1,9}))\s*(?:;.*)?$/i;

/**
 * Seconds that a caller prefers to wait (RFC 7240, section 4.3), at most ten. Of several, the first counts. Other
 * preferences are ignored.
 * @param otherwise seconds without a preference.
 * @throws ServiceError `request.invalid` for a wait that is no number of seconds: the caller would not learn why the
 *   answer did not wait.
 */
export function preferredWait({ prefer }: IncomingHttpHeaders, otherwise = 0): number {
  if (prefer === undefined) return otherwise;
  for (const preference of String(prefer).split(',')) {
    const text = preference.trim();
    if (!IS_WAIT.test(text)) continue;
    const found = WAIT.exec(text);
    if (found === null) throw invalidRequest('Prefer', 'must name whole seconds, like wait=5');
    return Math.min(Number(found[1] ?? found[2]), LONGEST_WAIT);
  }
  return otherwise;
}

/** Value of `Preference-Applied` for a wait. */
export function waitApplied(seconds: number): string {
  return `wait=${seconds}`;
}
