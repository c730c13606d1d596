import { contentOf, type Due, type RecordedEvent } from '@service/event-store';
import { authorityTransitionAllowed, type AuthorityElementContent } from '@service/evidence';

/** When the clock will end the authority that an event is about. */
export function authorityDue(event: RecordedEvent): Due {
  const { authority_id, state, valid_until } = contentOf<AuthorityElementContent>(event);
  const canExpire = authorityTransitionAllowed(state, 'service.authority.expired');
  return { subject_id: authority_id, due_at: canExpire ? valid_until : null };
}
