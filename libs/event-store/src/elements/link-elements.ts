import { newId, takeRandomBytes } from '@service/contracts';
import {
  ELEMENT_FORMAT,
  digestReason,
  digestText,
  keySubjectId,
  hashElement,
  signDigest,
  type Digest,
  type ElementLinkage,
  type SigningKey,
} from '@service/evidence';
import type { LoadedStream } from '../log/event-store.js';
import type { NewEvent, RecordedEvent } from '../log/events.js';

/** A decided event that is not linked into its chain yet. */
export interface Reasoned<Event> {
  event: Event;
  reason: string | null;
  /** A new one where it is left out. */
  event_id?: string;
}

/** What is needed to continue a chain. */
export interface ChainTerms {
  /** Origin of the transparency log. */
  log: string;
  /** The provenance key, which signs every element. */
  key: SigningKey;
}

/** The subject of a chain. */
export interface ChainSubject {
  streamId: string;
  /** Members that name the subject and its project. */
  members: object;
}

/** An element ready to be appended, with the content that was hashed. */
export interface Linked<Content> {
  newEvent: NewEvent;
  content: Content;
  digest: Digest;
}

/** Content of a recorded element. */
export function contentOf<Content>(event: RecordedEvent): Content {
  return JSON.parse(event.element ?? '{}') as Content;
}

/** The member by which an element names its subject. */
export type SubjectMember = 'record_id' | 'authority_id' | 'key_id';

/** Stream id of the subject that a content names. */
export function subjectIdOf(content: Record<string, unknown>, member: SubjectMember): unknown {
  return member === 'key_id' ? keySubjectId(String(content[member])) : content[member];
}

/**
 * Content of an element; null where its row was changed in the database, so that it no longer fits its stream.
 * A follower skips such a row, which must not stop it; the scrub reports the row.
 */
export function soundContentOf<Content extends ElementLinkage>(
  event: RecordedEvent,
  subjectMember: SubjectMember,
): Content | null {
  try {
    const content = contentOf<Content & Record<string, unknown>>(event);
    const own = subjectIdOf(content, subjectMember) === event.stream_id && content.sequence === event.version;
    return own ? content : null;
  } catch {
    return null;
  }
}

/** Links decided events to the end of a loaded chain, each element to the one before, and signs them. */
export function linkElements<Event extends { type: string }>(
  stream: LoadedStream,
  subject: ChainSubject,
  { log, key }: ChainTerms,
  decided: readonly Reasoned<Event>[],
): Linked<Event & ElementLinkage>[] {
  const newest = stream.events[stream.events.length - 1]?.element ?? null;
  let previous: Digest | null = newest === null ? null : digestText(newest);
  let sequence = stream.version;
  return decided.map(({ event, reason, event_id = newId('event') }) => {
    sequence += 1;
    const reasonSalt = reason === null ? null : newSalt();
    const linkage: ElementLinkage = {
      format: ELEMENT_FORMAT,
      log,
      sequence,
      event_id,
      reason_digest: reason === null || reasonSalt === null ? null : digestReason(reasonSalt, reason),
      salt: newSalt(),
      previous,
    };
    const content = { ...event, ...subject.members, ...linkage };
    const { text, digest } = hashElement(content);
    previous = digest;
    const newEvent: NewEvent = {
      stream_id: subject.streamId,
      event_id: linkage.event_id,
      type: event.type,
      schema_version: 1,
      element: text,
      data: null,
      companion: { signature: signDigest(digest, key), reason, reason_salt: reasonSalt },
    };
    return { newEvent, content, digest };
  });
}

function newSalt(): string {
  return takeRandomBytes(16).toString('base64url');
}
