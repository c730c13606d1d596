import { millisecondsOf } from '../moments.js';
import { isAllowedFrom, stateAfter } from './follow-rules.js';
import { TRANSITION_RULES } from './transition-rules.js';

const { states, transitions } = TRANSITION_RULES.authority;

/** The states of an authority. Only `revoked` is final: an expired authority can be renewed. */
export const AUTHORITY_STATES = states;
export type AuthorityState = (typeof AUTHORITY_STATES)[number];

/** The transitions; an empty `from` marks a first event. */
export const AUTHORITY_TRANSITIONS = transitions;

export type AuthorityEventType = keyof typeof AUTHORITY_TRANSITIONS;

/** Whether a transition is allowed in a state, which is null before the first event. */
export function authorityTransitionAllowed(state: AuthorityState | null, type: AuthorityEventType): boolean {
  return isAllowedFrom(AUTHORITY_TRANSITIONS[type], state);
}

/** The state after a transition that is allowed. */
export function authorityStateAfter(state: AuthorityState | null, type: AuthorityEventType): AuthorityState {
  return stateAfter(AUTHORITY_TRANSITIONS[type], state) as AuthorityState;
}

/** Whether an authority with this newest element must expire. */
export function isAuthorityDue(head: { state: AuthorityState; valid_until: string }, at: Date): boolean {
  return (
    authorityTransitionAllowed(head.state, 'service.authority.expired') &&
    millisecondsOf(head.valid_until) <= at.getTime()
  );
}

/** State at a time: of the newest element, or `expired` if that is due. */
export function authorityStateAt(
  head: { state: AuthorityState; valid_until: string },
  at: Date,
): AuthorityState {
  return isAuthorityDue(head, at) ? 'expired' : head.state;
}
