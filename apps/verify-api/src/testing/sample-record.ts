import { foldAuthority, foldKey, foldRecord, type FoldedRecord, type KeySnapshot } from '@service/contracts';
import { linkElements, type LoadedStream, type RecordedEvent } from '@service/event-store';
import {
  SigningKey,
  digestText,
  keySubjectId,
  openSignedElement,
  type AuthorityElementContent,
  type AuthorityEvent,
  type AuthorityReference,
  type Digest,
  type KeyElementContent,
  type KeyEvent,
  type KeyLookUp,
  type RecordElementContent,
  type RecordEvent,
} from '@service/evidence';
import type { DirectoryAuthority, DirectoryKey } from '../views/directory.js';
import type { ElementRow, RecordRow } from '../views/records/stored-record.js';

const key = SigningKey.generate('provenance', '2026-01-01T00:00:00.000Z');
const TERMS = { log: 'log', key };

/** Finds only the key that signed the samples. */
export const sampleKeys: KeyLookUp = (keyId) =>
  keyId === key.keyId
    ? { purpose: 'provenance', public_key: key.publicKey, cause: null, invalid_since: null }
    : undefined;

const NOTHING: LoadedStream = { events: [], version: 0, readAt: new Date(0) };

/** The key that signed the samples, with its end where there is one. */
export function sampleKey(...end: Partial<KeyEvent>[]): DirectoryKey {
  const published: KeyEvent = {
    type: 'service.key.published',
    occurred_at: '2026-01-01T00:00:00.000Z',
    purpose: 'provenance',
    public_key: key.publicKey,
    state: 'active',
    cause: null,
    invalid_since: null,
    invalid_from_size: null,
  };
  const ended = {
    type: 'service.key.revoked',
    state: 'revoked',
    occurred_at: '2027-01-01T00:00:00.000Z',
  } as const;
  const decided = [published, ...end.map((each) => ({ ...published, ...ended, ...each }))];
  const subject = { streamId: keySubjectId(key.keyId), members: { key_id: key.keyId } };
  const elements = linkElements(
    NOTHING,
    subject,
    TERMS,
    decided.map((event) => ({ event, reason: event.state === 'revoked' ? 'stolen' : null })),
  ).map(({ newEvent: { element, companion } }) => {
    const text = element ?? '';
    return openSignedElement<KeyElementContent>(text, digestText(text), companion?.signature);
  });
  const snapshot = elements.reduce<KeySnapshot | undefined>(
    (before, { content }) => foldKey(before, content),
    undefined,
  );
  return { snapshot: snapshot as KeySnapshot, elements };
}

/** An authority with one element, whose texts need escaping, and with more. */
export function sampleAuthority(
  changes: Partial<AuthorityEvent> = {},
  ...later: Partial<AuthorityEvent>[]
): DirectoryAuthority {
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
  const subject = { streamId: 'aut_1', members: { project_id: 'prj_1', authority_id: 'aut_1' } };
  const events = [event, ...later.map((each) => ({ ...event, ...each }))];
  const decided = events.map((each, index) => ({ event: each, reason: index === 0 ? null : 'changed' }));
  const elements = linkElements(NOTHING, subject, TERMS, decided).map(({ newEvent }) => {
    const text = newEvent.element ?? '';
    return openSignedElement<AuthorityElementContent>(text, digestText(text), newEvent.companion?.signature);
  });
  const first = (elements[0] as (typeof elements)[0]).content;
  const snapshot = elements
    .slice(1)
    .reduce(
      (before, { content }) => foldAuthority(before, content, null),
      foldAuthority(undefined, first, null),
    );
  return { elements, snapshot };
}

/**
 * The rows of a record that was registered, suspended with a reason, and reinstated with another.
 * @param length how many of the three elements it has.
 * @param log that they name.
 */
export function sampleRow(
  authority: DirectoryAuthority,
  changes: Partial<RecordEvent> = {},
  length = 3,
  log = TERMS.log,
): RecordRow {
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
    issuer_signature: null,
    ...changes,
  };
  const unsigned = { ...registered, issuer_signature: null };
  const decided: { event: RecordEvent; reason: string | null }[] = [
    { event: registered, reason: null },
    { event: { ...unsigned, type: 'service.record.suspended', state: 'suspended' }, reason: 'doubt' },
    { event: { ...unsigned, type: 'service.record.reinstated' }, reason: 'no doubt' },
  ];
  const subject = { streamId: 'rec_1', members: { project_id: 'prj_1', record_id: 'rec_1' } };
  const linked = linkElements(NOTHING, subject, { ...TERMS, log }, decided.slice(0, length));
  let snapshot: FoldedRecord | undefined;
  const elements = linked.map(({ newEvent, content }, index): ElementRow => {
    const { companion, element } = newEvent as RecordedEvent;
    snapshot = foldRecord(snapshot, content as unknown as RecordElementContent, companion?.reason ?? null);
    return {
      sequence: index + 1,
      text: element ?? '',
      signature: companion?.signature ?? null,
      reason: companion?.reason ?? null,
      reason_salt: companion?.reason_salt ?? null,
      absent_at: null,
      log_index: null,
    };
  });
  return {
    ...(snapshot as FoldedRecord),
    digest: linked.at(-1)?.digest as Digest,
    elements,
    found_different: false,
    receipt: null,
    successor_index: null,
  };
}
