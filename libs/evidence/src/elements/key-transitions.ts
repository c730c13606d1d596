import { isAllowedFrom } from './follow-rules.js';
import { TRANSITION_RULES } from './transition-rules.js';

const { states, transitions } = TRANSITION_RULES.key;

/** The states of a published key; revoked is final. */
export const KEY_STATES = states;
export type KeyState = (typeof KEY_STATES)[number];

/** The transitions; an empty `from` marks a first event. */
export const KEY_TRANSITIONS = transitions;

export type KeyEventType = keyof typeof KEY_TRANSITIONS;

/** Whether a transition is allowed in a state, which is null before the first event. */
export function keyTransitionAllowed(state: KeyState | null, type: KeyEventType): boolean {
  return isAllowedFrom(KEY_TRANSITIONS[type], state);
}
