import type { CredentialEvent, LinkEvent } from '@service/contracts';
import { soundContentOf, type Due, type RecordedEvent } from '@service/event-store';
import { authorityTransitionAllowed, type AuthorityElementContent } from '@service/evidence';

/**
 * When an event's subject of any kind expires; projects never do. Null where the event does not change that, or
 * is invalid.
 */
export function dueOf(event: RecordedEvent): Due | null {
  if (event.type.startsWith('service.authority.')) return authorityDue(event);
  if (event.type.startsWith('service.credential.')) return credentialDue(event);
  if (event.type.startsWith('service.link.')) return linkDue(event);
  return null;
}

function linkDue({ stream_id, data }: RecordedEvent): Due | null {
  const event = data as LinkEvent;
  if (event.type !== 'service.link.created') return { subject_id: stream_id, due_at: null };
  return event.expires_at === null ? null : { subject_id: stream_id, due_at: event.expires_at };
}

function authorityDue(event: RecordedEvent): Due | null {
  const content = soundContentOf<AuthorityElementContent>(event, 'authority_id');
  if (content === null) return null;
  const { authority_id, state, valid_until } = content;
  const canExpire = authorityTransitionAllowed(state, 'service.authority.expired');
  return { subject_id: authority_id, due_at: canExpire ? valid_until : null };
}

function credentialDue({ stream_id, data }: RecordedEvent): Due | null {
  const event = data as CredentialEvent;
  switch (event.type) {
    case 'service.credential.issued':
      return event.expires_at === null ? null : { subject_id: stream_id, due_at: event.expires_at };
    case 'service.credential.rotated':
    case 'service.credential.updated':
      return null;
    case 'service.credential.expired':
    case 'service.credential.revoked':
      return { subject_id: stream_id, due_at: null };
  }
}
