/** The states of a published key; revoked is final. */
export const KEY_STATES = ['active', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

interface Transition {
  from: readonly KeyState[];
  to: KeyState;
}

/** Source and target states of each transition; an empty `from` marks a first event. */
export const KEY_TRANSITIONS = {
  'service.key.published': { from: [], to: 'active' },
  'service.key.revoked': { from: ['active'], to: 'revoked' },
} as const satisfies Record<string, Transition>;

export type KeyEventType = keyof typeof KEY_TRANSITIONS;

/** Whether a transition is allowed in a state, which is null before the first event. */
export function keyTransitionAllowed(state: KeyState | null, type: KeyEventType): boolean {
  const from: readonly KeyState[] = KEY_TRANSITIONS[type].from;
  return state === null ? from.length === 0 : from.includes(state);
}
