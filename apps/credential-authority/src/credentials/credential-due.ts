import type { CredentialEvent } from '@service/contracts';
import type { Due, RecordedEvent } from '@service/event-store';

/** When the clock will end the credential that an event is about; null where the event changes nothing of it. */
export function credentialDue({ stream_id, data }: RecordedEvent): Due | null {
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
