import type { Due, RecordedEvent } from '@service/event-store';
import { authorityDue } from '../authorities/authority-due.js';
import { credentialDue } from '../credentials/credential-due.js';

/** When the clock will end an event's subject, whichever kind it is; projects never end. */
export function dueOf(event: RecordedEvent): Due | null {
  if (event.type.startsWith('service.authority.')) return authorityDue(event);
  if (event.type.startsWith('service.credential.')) return credentialDue(event);
  return null;
}
