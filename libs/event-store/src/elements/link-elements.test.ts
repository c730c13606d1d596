import { describe, expect, it } from '@jest/globals';
import {
  SigningKey,
  canonicalJson,
  digestReason,
  digestText,
  elementSignatureIsOf,
  type ElementSignature,
  type PublishedKey,
} from '@service/evidence';
import type { LoadedStream } from '../log/event-store.js';
import type { RecordedEvent } from '../log/events.js';
import { contentOf, linkElements, soundContentOf, type Reasoned } from './link-elements.js';

interface Happened {
  type: string;
  state: string;
}

const subject = {
  streamId: 'rec_1',
  members: { project_id: 'prj_1', record_id: 'rec_1' },
};
const terms = {
  log: 'log.example',
  key: SigningKey.generate('provenance', '2026-11-21T12:00:00.000Z'),
};
const decided: Reasoned<Happened>[] = [
  { event: { type: 'thing.begun', state: 'new' }, reason: null },
  { event: { type: 'thing.ended', state: 'old' }, reason: 'because' },
];

const empty: LoadedStream = { events: [], version: 0, readAt: new Date() };

/** The stream after the linked elements were appended. */
function after(stream: LoadedStream, linked: ReturnType<typeof linkElements<Happened>>): LoadedStream {
  const events = linked.map(({ newEvent }, index) => {
    const version = stream.version + index + 1;
    return { ...newEvent, version, position: { epoch: 1, tx: '1', pos: '1' } } as RecordedEvent;
  });
  return { ...stream, events: [...stream.events, ...events], version: stream.version + events.length };
}

describe('linking elements', () => {
  it('links each element to the one before, from the end of the loaded chain', () => {
    const first = linkElements(empty, subject, terms, decided);
    const second = linkElements(after(empty, first), subject, terms, decided);
    const chain = [...first, ...second];
    let previous: string | null = null;
    for (const [index, { newEvent, content }] of chain.entries()) {
      expect(content).toMatchObject({
        ...decided[index % 2]?.event,
        log: 'log.example',
        project_id: 'prj_1',
        record_id: 'rec_1',
        sequence: index + 1,
        event_id: newEvent.event_id,
        previous,
      });
      previous = digestText(newEvent.element as string);
    }
  });

  it('keeps the canonical text of exactly this content', () => {
    for (const { newEvent, content } of linkElements(empty, subject, terms, decided)) {
      expect(newEvent.element).toBe(canonicalJson(content));
      expect(newEvent).toMatchObject({ stream_id: 'rec_1', type: content.type, data: null });
    }
  });

  it('keeps a reason beside the element, which holds only its salted digest', () => {
    const [without, having] = linkElements(empty, subject, terms, decided);
    expect(without?.newEvent.companion).toMatchObject({ reason: null, reason_salt: null });
    expect(without?.content.reason_digest).toBeNull();
    const companion = having?.newEvent.companion;
    expect(companion).toMatchObject({ reason: 'because' });
    expect(having?.content.reason_digest).toBe(digestReason(companion?.reason_salt as string, 'because'));
    expect(having?.newEvent.element).not.toContain('because');
    expect(having?.newEvent.element).not.toContain(companion?.reason_salt);
  });

  it('signs every element, in its companion', () => {
    const key: PublishedKey = {
      purpose: 'provenance',
      public_key: terms.key.publicKey,
      cause: null,
      invalid_since: null,
    };
    for (const { newEvent } of linkElements(empty, subject, terms, decided)) {
      const digest = digestText(newEvent.element ?? '');
      const signature = newEvent.companion?.signature as ElementSignature;
      expect(signature.key_id).toBe(terms.key.keyId);
      expect(elementSignatureIsOf({ digest, signature }, key)).toBe(true);
      expect(elementSignatureIsOf({ digest: digestText('other'), signature }, key)).toBe(false);
    }
  });

  it('gives every element its own salts and id', () => {
    const linked = [
      ...linkElements(empty, subject, terms, decided),
      ...linkElements(empty, subject, terms, decided),
    ];
    const salts = linked.flatMap(({ content, newEvent }) =>
      [content.salt, newEvent.companion?.reason_salt ?? []].flat(),
    );
    expect(new Set(salts).size).toBe(6);
    expect(salts.every((salt) => /^[\w-]{22}$/.test(salt))).toBe(true);
    expect(new Set(linked.map(({ newEvent }) => newEvent.event_id)).size).toBe(4);
  });

  it('does not let a decided event’s members replace the subject, project or sequence', () => {
    const event = { type: 'thing.begun', state: 'new', record_id: 'rec_2', sequence: 9, project_id: 'prj_2' };
    const [linked] = linkElements(empty, subject, terms, [{ event, reason: null }]);
    expect(linked?.content).toMatchObject({ record_id: 'rec_1', sequence: 1, project_id: 'prj_1' });
  });
});

describe('the content of an element for a follower', () => {
  const [event] = after(empty, linkElements(empty, subject, terms, decided)).events as [RecordedEvent];

  it('is that of a sound element', () => {
    expect(soundContentOf(event, 'record_id')).toEqual(contentOf(event));
  });

  it.each<[string, object]>([
    ['belongs to another subject', { stream_id: 'rec_2' }],
    ['stands in another place', { version: 2 }],
    ['is no JSON', { element: '{' }],
    ['is no object', { element: '"text"' }],
    ['is null', { element: 'null' }],
    ['is missing', { element: null, data: {} }],
  ])('is null where its text %s', (_, changes) => {
    expect(soundContentOf({ ...event, ...changes } as RecordedEvent, 'record_id')).toBeNull();
  });

  it('is a key’s where the element names the key by its thumbprint', () => {
    const key = { streamId: 'key_abc', members: { key_id: 'abc' } };
    const [taken] = after(empty, linkElements(empty, key, terms, decided)).events as [RecordedEvent];
    expect(soundContentOf(taken, 'key_id')).toEqual(contentOf(taken));
    expect(soundContentOf({ ...taken, stream_id: 'abc' }, 'key_id')).toBeNull();
  });

  it('is null where the element is about another kind of subject', () => {
    expect(soundContentOf(event, 'authority_id')).toBeNull();
  });
});
