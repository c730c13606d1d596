import { soundContentOf, type RecordedEvent, type SubjectMember } from '@service/event-store';
import { digestText, openSignedElement, type ElementLinkage, type SignedElement } from '@service/evidence';

/** A recorded element with its signature; null where its row says nothing of its own stream. */
export function openRecorded<Content extends ElementLinkage>(
  event: RecordedEvent,
  member: SubjectMember,
): SignedElement<Content> | null {
  const { element } = event;
  if (element === null || soundContentOf<Content>(event, member) === null) return null;
  return openSignedElement<Content>(element, digestText(element), event.companion?.signature);
}
