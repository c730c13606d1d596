import { millisecondsOf } from '../moments.js';

/** The states of a record; `superseded`, `expired` and `revoked` are final. */
export const RECORD_STATES = ['active', 'suspended', 'superseded', 'expired', 'revoked'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

interface Transition {
  from: readonly RecordState[];
  to: RecordState;
  /** Whether the authority must be active at that time. */
  needsAuthority: boolean;
}

/**
 * Source and target states of each transition; deciders and verifiers use the same table. An empty `from` marks a first
 * event.
 */
export const RECORD_TRANSITIONS = {
  'service.record.registered': { from: [], to: 'active', needsAuthority: true },
  'service.record.amended': { from: ['active'], to: 'active', needsAuthority: true },
  'service.record.suspended': { from: ['active'], to: 'suspended', needsAuthority: false },
  'service.record.reinstated': { from: ['suspended'], to: 'active', needsAuthority: true },
  'service.record.superseded': { from: ['active', 'suspended'], to: 'superseded', needsAuthority: true },
  'service.record.expired': { from: ['active', 'suspended'], to: 'expired', needsAuthority: false },
  'service.record.revoked': { from: ['active', 'suspended'], to: 'revoked', needsAuthority: false },
} as const satisfies Record<string, Transition>;

export type RecordEventType = keyof typeof RECORD_TRANSITIONS;

/** Most transitions of a record, not counting revocation and expiry. */
export const RECORD_HISTORY_LIMIT = 1000;

/** Whether a transition is allowed in a state, which is null before the first event. */
export function recordTransitionAllowed(state: RecordState | null, type: RecordEventType): boolean {
  const from: readonly RecordState[] = RECORD_TRANSITIONS[type].from;
  return state === null ? from.length === 0 : from.includes(state);
}

/** Whether a record with this newest element must expire: its time is over and its state is not final. */
export function isRecordDue(head: { state: RecordState; expires_at: string | null }, at: Date): boolean {
  return (
    head.expires_at !== null &&
    recordTransitionAllowed(head.state, 'service.record.expired') &&
    millisecondsOf(head.expires_at) <= at.getTime()
  );
}

/** State at a time: of the newest element, or `expired` if that is due. */
export function recordStateAt(
  head: { state: RecordState; expires_at: string | null },
  at: Date,
): RecordState {
  return isRecordDue(head, at) ? 'expired' : head.state;
}
