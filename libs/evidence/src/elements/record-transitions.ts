import { millisecondsOf } from '../moments.js';

/** The states of a record; superseded, expired and revoked are final. */
export const RECORD_STATES = ['active', 'suspended', 'superseded', 'expired', 'revoked'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

interface Transition {
  from: readonly RecordState[];
  to: RecordState;
  /** Whether the authority must be active at that moment. */
  needsAuthority: boolean;
}

/**
 * Which transition leads from where to where. Deciders obey this table and verifiers re-run it, so that
 * both mean the same. An empty `from` is a first event.
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

/** Transitions that a record may have, revocation and expiry excepted. */
export const RECORD_HISTORY_LIMIT = 1000;

/** Whether a record in `state` may undergo `type`; null stands for no record yet. */
export function recordTransitionAllowed(state: RecordState | null, type: RecordEventType): boolean {
  const from: readonly RecordState[] = RECORD_TRANSITIONS[type].from;
  return state === null ? from.length === 0 : from.includes(state);
}

/** Whether the clock ends a record whose newest element says this: it expires and is not final yet. */
export function isRecordDue(head: { state: RecordState; expires_at: string | null }, at: Date): boolean {
  return (
    head.expires_at !== null &&
    recordTransitionAllowed(head.state, 'service.record.expired') &&
    millisecondsOf(head.expires_at) <= at.getTime()
  );
}

/** State at a time: the newest element's, or `expired` if that is due. */
export function recordStateAt(
  head: { state: RecordState; expires_at: string | null },
  at: Date,
): RecordState {
  return isRecordDue(head, at) ? 'expired' : head.state;
}
