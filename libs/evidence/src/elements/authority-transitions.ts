import { millisecondsOf } from '../moments.js';

/** The states of an authority. Only `revoked` is final: an expired authority can be renewed. */
export const AUTHORITY_STATES = ['active', 'suspended', 'expired', 'revoked'] as const;
export type AuthorityState = (typeof AUTHORITY_STATES)[number];

interface Transition {
  from: readonly AuthorityState[];
  /** `unchanged` keeps the state, except that an expired authority becomes active again. */
  to: AuthorityState | 'unchanged';
}

/** Source and target states of each transition; an empty `from` marks a first event. */
export const AUTHORITY_TRANSITIONS = {
  'service.authority.granted': { from: [], to: 'active' },
  'service.authority.renewed': { from: ['active', 'suspended', 'expired'], to: 'unchanged' },
  'service.authority.scope_changed': { from: ['active', 'suspended'], to: 'unchanged' },
  'service.authority.suspended': { from: ['active'], to: 'suspended' },
  'service.authority.reinstated': { from: ['suspended'], to: 'active' },
  'service.authority.expired': { from: ['active', 'suspended'], to: 'expired' },
  'service.authority.revoked': { from: ['active', 'suspended', 'expired'], to: 'revoked' },
} as const satisfies Record<string, Transition>;

export type AuthorityEventType = keyof typeof AUTHORITY_TRANSITIONS;

/** Whether a transition is allowed in a state, which is null before the first event. */
export function authorityTransitionAllowed(state: AuthorityState | null, type: AuthorityEventType): boolean {
  const from: readonly AuthorityState[] = AUTHORITY_TRANSITIONS[type].from;
  return state === null ? from.length === 0 : from.includes(state);
}

/** The state after a transition. */
export function authorityStateAfter(state: AuthorityState | null, type: AuthorityEventType): AuthorityState {
  const to = AUTHORITY_TRANSITIONS[type].to;
  if (to !== 'unchanged') return to;
  return state === null || state === 'expired' ? 'active' : state;
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
