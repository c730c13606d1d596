import { recordTransitionAllowed, type RecordEventType, type RecordState } from './record-transitions.js';

/** What callers can do with a record, as paths below it name it, and the transition that each makes. */
const TRANSITION_OF = {
  amend: 'service.record.amended',
  suspend: 'service.record.suspended',
  reinstate: 'service.record.reinstated',
  supersede: 'service.record.superseded',
  revoke: 'service.record.revoked',
} as const satisfies Record<string, RecordEventType>;

export type RecordAction = keyof typeof TRANSITION_OF;

export const RECORD_ACTIONS = Object.keys(TRANSITION_OF) as RecordAction[];

/** The actions that the published table of transitions allows in a state. Some also need an active authority. */
export function recordActionsIn(state: RecordState): RecordAction[] {
  return RECORD_ACTIONS.filter((action) => recordTransitionAllowed(state, TRANSITION_OF[action]));
}
