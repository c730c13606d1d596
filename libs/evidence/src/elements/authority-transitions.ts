import { millisecondsOf } from '../moments.js';

/** The states of an authority; only revoked is final, for an expired one can be renewed. */
export const AUTHORITY_STATES = ['active', 'suspended', 'expired', 'revoked'] as const;
export type AuthorityState = (typeof AUTHORITY_STATES)[number];

interface Transition {
  from: readonly AuthorityState[];
  /** `unchanged` keeps the state that it came from, but brings an expired authority back. */
  to: AuthorityState | 'unchanged';
}

/** Which transition leads from where to where; an empty `from` is a first event. */
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

/** Whether an authority in `state` may undergo `type`; null stands for no authority yet. */
export function authorityTransitionAllowed(state: AuthorityState | null, type: AuthorityEventType): boolean {
  const from: readonly AuthorityState[] = AUTHORITY_TRANSITIONS[type].from;
  return state === null ? from.length === 0 : from.includes(state);
}

/** The state that a transition leads to. */
export function authorityStateAfter(state: AuthorityState | null, type: AuthorityEventType): AuthorityState {
  const to = AUTHORITY_TRANSITIONS[type].to;
  if (to !== 'unchanged') return to;
  return state === null || state === 'expired' ? 'active' : state;
}

/** Whether the clock ends an authority whose newest element says this. */
export function isAuthorityDue(head: { state: AuthorityState; valid_until: string }, at: Date): boolean {
  return (
    authorityTransitionAllowed(head.state, 'service.authority.expired') &&
    millisecondsOf(head.valid_until) <= at.getTime()
  );
}

/** State at a time: the newest element's, or `expired` if that is due. */
export function authorityStateAt(
  head: { state: AuthorityState; valid_until: string },
  at: Date,
): AuthorityState {
  return isAuthorityDue(head, at) ? 'expired' : head.state;
}
