import { subjectIdOf, type SubjectMember } from '@service/event-store';
import {
  digestReason,
  digestText,
  elementSignatureIsOf,
  openSignedElement,
  type KeyLookUp,
} from '@service/evidence';
import type { LoggedEvent, Subject } from './read-subjects.js';

/** The differences within a stream of elements, apart from those of its chain. */
export function findStreamDifferences(
  { id, events }: Subject<unknown>,
  subjectMember: SubjectMember,
  keyOf: KeyLookUp,
): string[] {
  const differences = findGap(events);
  for (const event of events) {
    const content = parse(event.element);
    if (content['event_id'] !== event.event_id)
      differences.push(at(event, 'its id is not the one in its element'));
    if (content['type'] !== event.type) differences.push(at(event, 'its type is not the one in its element'));
    if (subjectIdOf(content, subjectMember) !== id)
      differences.push(at(event, 'its element is about something else'));
    if (!isSigned(event, keyOf)) differences.push(at(event, 'it is not signed by a published key'));
    const { reason, reason_salt: salt } = event;
    if ((reason === null) !== (salt === null))
      differences.push(at(event, 'only one of reason and salt is stored'));
    if (reason !== null && salt !== null && content['reason_digest'] !== digestReason(salt, reason)) {
      differences.push(at(event, 'its reason is not the one that was hashed'));
    }
  }
  return differences;
}

/** Signatures of revoked keys are accepted: a revocation is not a difference between stored data. */
function isSigned({ element, signature }: LoggedEvent, keyOf: KeyLookUp): boolean {
  const signed = openSignedElement(element ?? '', digestText(element ?? ''), signature);
  return signed.signature !== null && elementSignatureIsOf(signed, keyOf(signed.signature.key_id));
}

/** The first event that is missing before the newest one: events are numbered from 1 without gaps. */
export function findGap(events: readonly LoggedEvent[]): string[] {
  const gap = events.findIndex((event, index) => event.version !== index + 1);
  return gap < 0 ? [] : [`event ${gap + 1} is missing from its stream`];
}

/** Elements that the transparency log has passed without a leaf for them. */
export function findUnlogged(events: readonly LoggedEvent[]): string[] {
  return events
    .filter((event) => event.due_in_log && !event.in_log)
    .map((event) => at(event, 'the transparency log does not have it'));
}

/** A leaf of the log that follows the newest event: later events were removed. */
export function findRemoved({ successor }: Pick<Subject<unknown>, 'successor'>): string[] {
  return successor === null ? [] : [`the transparency log has a newer element, leaf ${successor}`];
}

/** Names an event in a difference. */
export function at(event: { version: number; event_id: string }, what: string): string {
  return `event ${event.version} (${event.event_id}): ${what}`;
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
