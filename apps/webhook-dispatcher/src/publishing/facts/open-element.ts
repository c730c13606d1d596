import { subjectIdOf, type RecordedEvent, type SubjectMember } from '@service/event-store';
import { digestText, openSignedElement, type ElementLinkage, type SignedElement } from '@service/evidence';

/** A recorded element with its signature; null where the row does not belong to its stream and version. */
export function openRecorded<Content extends ElementLinkage>(
  { element, companion, stream_id, version }: RecordedEvent,
  member: SubjectMember,
): SignedElement<Content> | null {
  if (element === null) return null;
  const opened = openSignedElement<Content>(element, digestText(element), companion?.signature);
  const content = opened.content as Content & Record<string, unknown>;
  return subjectIdOf(content, member) === stream_id && content.sequence === version ? opened : null;
}
