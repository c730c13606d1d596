import { millisecondsOf } from '../moments.js';
import type { AuthorityElementContent } from './authority-element.js';
import { authorityStateAt, type AuthorityState } from './authority-transitions.js';

/** What an authority counts for, at an event of a record and now. */
export interface AuthorityStanding {
  /** Its state now. */
  state: AuthorityState;
  /** Whether it was active when the event was decided, and not declared compromised since an earlier time. */
  validAtEvent: boolean;
  /** Whether it is active, and not declared compromised. */
  validNow: boolean;
  /** Whether it was declared compromised since a time before the event. */
  compromisedAtEvent: boolean;
}

/**
 * Judges an authority by its elements.
 * @param named the element that the event was decided on; undefined where it is unknown.
 * @param at time of the event, ISO 8601; undefined where it is unknown.
 */
export function authorityStanding(
  newest: AuthorityElementContent,
  named: AuthorityElementContent | undefined,
  at: string | undefined,
  now: Date,
): AuthorityStanding {
  const state = authorityStateAt(newest, now);
  const since = newest.invalid_since === null ? Infinity : millisecondsOf(newest.invalid_since);
  const time = at === undefined ? NaN : millisecondsOf(at);
  const compromisedAtEvent = since <= time;
  const wasActive =
    named !== undefined && at !== undefined && authorityStateAt(named, new Date(time)) === 'active';
  return {
    state,
    compromisedAtEvent,
    validAtEvent: wasActive && !compromisedAtEvent,
    validNow: state === 'active' && since > now.getTime(),
  };
}
