import {
  RECORD_TRANSITIONS,
  recordTransitionAllowed,
  type RecordEventType,
  type RecordState,
} from './record-transitions.js';
import type { TRANSITION_RULES } from './transition-rules.js';

type Rules = typeof RECORD_TRANSITIONS;
type Presences = typeof TRANSITION_RULES.record.present;

/** What callers can do with a record, as paths below it name it. */
export type RecordAction = Extract<Rules[RecordEventType], { action: string }>['action'];

/** Transitions with a member of their own. */
type Special = Presences[keyof Presences]['transitions'][number];

/** Actions that change only the state, for a reason. */
export type PlainRecordAction = Extract<
  Rules[Exclude<RecordEventType, Special>],
  { action: string; changes: readonly [] }
>['action'];

const TRANSITION_OF = Object.fromEntries(
  Object.entries(RECORD_TRANSITIONS).flatMap(([type, rule]) =>
    'action' in rule ? [[rule.action, type]] : [],
  ),
) as Record<RecordAction, RecordEventType>;

export const RECORD_ACTIONS = Object.keys(TRANSITION_OF) as RecordAction[];

/** The transition that an action makes. */
export function recordTransitionOf(action: RecordAction): RecordEventType {
  return TRANSITION_OF[action];
}

/** The actions that the published table of transitions allows in a state. Some also need an active authority. */
export function recordActionsIn(state: RecordState): RecordAction[] {
  return RECORD_ACTIONS.filter((action) => recordTransitionAllowed(state, TRANSITION_OF[action]));
}
