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

/** What was decided, not linked yet. */
export interface Reasoned<Event> {
  event: Event;
  reason: string | null;
}

/** How a chain is continued. */
export interface ChainTerms {
  /** Origin of the log. */
  log: string;
  /** Signs every element: a provenance key. */
  key: SigningKey;
}

/** Whose chain it is. */
export interface ChainSubject {
  streamId: string;
  /** Members that name the subject and its project. */
  members: object;
}

/** An element ready to be appended, with the content that was hashed. */
export interface Linked<Content> {
  newEvent: NewEvent;
  content: Content;
}

/** Content of a recorded element. */
export function contentOf<Content>(event: RecordedEvent): Content {
  return JSON.parse(event.element ?? '{}') as Content;
}

/** The member by which an element names its subject. */
export type SubjectMember = 'record_id' | 'authority_id' | 'key_id';

/** Id of the subject that a content names, which is that of its stream. */
export function subjectIdOf(content: Record<string, unknown>, member: SubjectMember): unknown {
  return member === 'key_id' ? keySubjectId(String(content[member])) : content[member];
}

/**
 * Content of an element as a follower takes it: null where a row was changed behind the log's back, so that
 * it says nothing of its own stream. Such a row must not stop everybody who follows; the scrub names it.
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

/** Links what was decided to the end of the chain as it was loaded, each element to the one before, and signs it. */
export function linkElements<Event extends { type: string }>(
  stream: LoadedStream,
  subject: ChainSubject,
  { log, key }: ChainTerms,
  decided: readonly Reasoned<Event>[],
): Linked<Event & ElementLinkage>[] {
  const newest = stream.events[stream.events.length - 1]?.element ?? null;
  let previous: Digest | null = newest === null ? null : digestText(newest);
  let sequence = stream.version;
  return decided.map(({ event, reason }) => {
    sequence += 1;
    const reasonSalt = reason === null ? null : newSalt();
    const linkage: ElementLinkage = {
      format: ELEMENT_FORMAT,
      log,
      sequence,
      event_id: newId('event'),
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
    return { newEvent, content };
  });
}

function newSalt(): string {
  return takeRandomBytes(16).toString('base64url');
}
