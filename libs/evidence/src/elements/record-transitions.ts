import { millisecondsOf } from '../moments.js';
import { isAllowedFrom } from './follow-rules.js';
import { TRANSITION_RULES } from './transition-rules.js';

const { states, transitions } = TRANSITION_RULES.record;

/** The states of a record. `revoked` is final; from `superseded` and `expired` nothing else is allowed. */
export const RECORD_STATES = states;
export type RecordState = (typeof RECORD_STATES)[number];

/** The transitions; deciders and verifiers use the same table. An empty `from` marks a first event. */
export const RECORD_TRANSITIONS = transitions;

export type RecordEventType = keyof typeof RECORD_TRANSITIONS;

/** Most transitions of a record, not counting expiry and revocation, which are always possible. */
export const RECORD_HISTORY_LIMIT = 1000;

/** Whether a transition is possible however long the record's history is. */
export function endsRecord(type: RecordEventType): boolean {
  return type === 'service.record.revoked' || type === 'service.record.expired';
}

/** Whether a transition is allowed in a state, which is null before the first event. */
export function recordTransitionAllowed(state: RecordState | null, type: RecordEventType): boolean {
  return isAllowedFrom(RECORD_TRANSITIONS[type], state);
}

/** Whether a record with this newest element must expire: its time is over, and its state allows it. */
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
