import { soundContentOf, type Due, type RecordedEvent } from '@service/event-store';
import { authorityTransitionAllowed, type AuthorityElementContent } from '@service/evidence';

/** When the clock will end the authority that an event is about; null where the event says nothing sound. */
export function authorityDue(event: RecordedEvent): Due | null {
  const content = soundContentOf<AuthorityElementContent>(event, 'authority_id');
  if (content === null) return null;
  const { authority_id, state, valid_until } = content;
  const canExpire = authorityTransitionAllowed(state, 'service.authority.expired');
  return { subject_id: authority_id, due_at: canExpire ? valid_until : null };
}
