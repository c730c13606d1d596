import { foldAuthority, foldRecord, type RecordSnapshot } from '@service/contracts';
import { linkElements, type LoadedStream, type RecordedEvent } from '@service/event-store';
import {
  digestText,
  openElement,
  type AuthorityElementContent,
  type AuthorityEvent,
  type AuthorityReference,
  type Digest,
  type RecordElementContent,
  type RecordEvent,
} from '@service/evidence';
import type { KnownAuthority } from '../views/directory.js';
import type { ElementRow, RecordRow } from '../verify/kept-record.js';

const NOTHING: LoadedStream = { events: [], version: 0, readAt: new Date(0) };

/** An authority of one element, whose texts need escaping. */
export function sampleAuthority(changes: Partial<AuthorityEvent> = {}): KnownAuthority {
  const event: AuthorityEvent = {
    type: 'service.authority.granted',
    occurred_at: '2026-01-01T00:00:00.000Z',
    issuer: 'Zoë’s "Registry" \\ \u2028 😀',
    scope: ['b', 'a', '<&>'],
    valid_until: '2030-01-01T00:00:00.000Z',
    public_key: null,
    state: 'active',
    cause: null,
    invalid_since: null,
    ...changes,
  };
  const subject = { log: 'log', projectId: 'prj_1', streamId: 'aut_1', members: { authority_id: 'aut_1' } };
  const [linked] = linkElements(NOTHING, subject, [{ event, reason: null }]);
  const text = linked?.newEvent.element ?? '';
  const element = openElement<AuthorityElementContent>(text, digestText(text));
  return { elements: [element], snapshot: foldAuthority(undefined, element.content, null) };
}

/** The rows of a record that was registered, suspended with a reason, and reinstated with another. */
export function sampleRow(authority: KnownAuthority, changes: Partial<RecordEvent> = {}): RecordRow {
  const reference: AuthorityReference = {
    id: 'aut_1',
    version: 1,
    digest: authority.elements[0]?.digest as Digest,
  };
  const registered: RecordEvent = {
    type: 'service.record.registered',
    occurred_at: '2026-02-01T00:00:00.000Z',
    authority: reference,
    issuer: authority.snapshot.issuer,
    state: 'active',
    origin: 'https://registry.example/"42"\u2029',
    external_id: '42',
    expires_at: '2029-01-01T00:00:00.000Z',
    successor_id: null,
    content_digest: digestText('content'),
    ...changes,
  };
  const decided: { event: RecordEvent; reason: string | null }[] = [
    { event: registered, reason: null },
    { event: { ...registered, type: 'service.record.suspended', state: 'suspended' }, reason: 'doubt' },
    { event: { ...registered, type: 'service.record.reinstated' }, reason: 'no doubt' },
  ];
  const members = { record_id: 'rec_1', issuer_signature: null };
  const subject = { log: 'log', projectId: 'prj_1', streamId: 'rec_1', members };
  const linked = linkElements(NOTHING, subject, decided);
  let snapshot: RecordSnapshot | undefined;
  const elements = linked.map(({ newEvent, content }, index): ElementRow => {
    const { companion, element } = newEvent as RecordedEvent;
    snapshot = foldRecord(snapshot, content as unknown as RecordElementContent, companion?.reason ?? null);
    return {
      sequence: index + 1,
      text: element ?? '',
      digest: digestText(element ?? ''),
      signature: null,
      reason: companion?.reason ?? null,
      reason_salt: companion?.reason_salt ?? null,
    };
  });
  return { ...(snapshot as RecordSnapshot), elements, found_different: false };
}
