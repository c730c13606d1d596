import { EVENT_TYPES, type EventType } from '@service/contracts';
import { choice, id, text, type Schema } from './schema-forms.js';

/** What an event tells of its transition; a member is left out where there is nothing to tell. */
export const changeMembers = {
  previous_state: {
    ...text,
    description: 'State of the record or authority before the event; left out for its first.',
  },
  reason: {
    ...text,
    description:
      'Why; left out where there is none, or it was erased. The SHA-256 of `reason_salt`, a line feed and `reason` is the element’s `reason_digest`.',
  },
  reason_salt: { ...text, description: 'Random; comes and is erased with the reason.' },
  successor_id: { ...id, description: 'The record that took the place of a superseded one.' },
} as const;

/**
 * Those of one type: only records and authorities have elements, which tell of their transitions.
 * @param states of the type's subjects.
 */
export function changeMembersOf(type: EventType, states: readonly string[]): Record<string, Schema> {
  const { domain } = EVENT_TYPES[type];
  if (domain !== 'record' && domain !== 'authority') return {};
  const { previous_state, reason, reason_salt, successor_id } = changeMembers;
  return {
    previous_state: { ...choice(states), description: previous_state.description },
    reason,
    reason_salt,
    ...(type === 'service.record.superseded' ? { successor_id } : {}),
  };
}
