import { describe, expect, it } from '@jest/globals';
import { canonicalJson, digestText } from '@service/evidence';
import { sampleAuthority, sampleKeys, sampleRow } from '../testing/sample-record.js';
import type { DirectoryAuthority } from '../views/directory.js';
import { StoredRecord, type RecordRow } from '../views/records/stored-record.js';
import { renderEnvelope, type EvidencePart } from './render-envelope.js';

interface Envelope {
  evidence: Partial<{
    authority: Record<string, unknown>;
    provenance: { chain: { sequence: number }[]; chain_length: number; verified: boolean };
    state: string;
    verdict: { result: string; reasons: string[]; warnings: string[] };
  }>;
  record: { id: string; state: string; version: number };
}

const NOW = new Date('2026-11-21T12:00:00.000Z');
const authority = sampleAuthority();
const row = sampleRow(authority);

const SCOPES: EvidencePart[][] = [
  [],
  ['provenance'],
  ['authority'],
  ['state'],
  ['provenance', 'authority'],
  ['state', 'provenance'],
  ['state', 'authority'],
  ['state', 'provenance', 'authority'],
  ['provenance', 'authority', 'state'],
  ['verdict'],
  ['verdict', 'authority', 'provenance', 'state'],
];

const render = (
  of: RecordRow = row,
  by: DirectoryAuthority = authority,
  scope: EvidencePart[] = ['provenance', 'authority', 'state'],
  now = NOW,
): string => renderEnvelope(new StoredRecord(of, 0), by, sampleKeys, scope, now, 'req_1').text;
const envelope = (...parts: Parameters<typeof render>): Envelope => JSON.parse(render(...parts)) as Envelope;

describe('an envelope', () => {
  it.each(SCOPES.map((scope) => [scope]))(
    'with %j is in its canonical form and has nothing else',
    (scope) => {
      const text = render(row, authority, scope);
      expect(text).toBe(canonicalJson(JSON.parse(text)));
      expect(Object.keys(envelope(row, authority, scope).evidence)).toEqual([...scope].sort());
    },
  );

  it.each<[string, RecordRow]>([
    ['no elements', { ...row, elements: [] }],
    ['broken elements', { ...row, elements: row.elements.map((each) => ({ ...each, text: '{' })) }],
    ['a row that differs', { ...row, id: 'rec_"2"', origin: '\u0001' }],
  ])('of a record with %s is in its canonical form, and not verified', (_, of) => {
    const text = render(of);
    expect(text).toBe(canonicalJson(JSON.parse(text)));
    expect(envelope(of).evidence.provenance?.verified).toBe(false);
  });

  it('has the record, a short chain as a whole, and the authority', () => {
    expect(envelope()).toMatchObject({
      evidence: {
        authority: {
          id: 'aut_1',
          digest: authority.elements[0]?.digest,
          issuer: authority.snapshot.issuer,
          scope: authority.snapshot.scope,
          state: 'active',
          valid_at_event: true,
          valid_now: true,
          version: 1,
        },
        provenance: {
          chain: row.elements.map(({ text, sequence, signature }) => ({
            digest: digestText(text),
            sequence,
            signature,
          })),
          chain_length: 3,
          origin: row.origin,
          receipt: null,
          verified: true,
        },
        state: 'active',
      },
      record: { id: 'rec_1', state: 'active', version: 3 },
      request_id: 'req_1',
      verified_at: '2026-11-21T12:00:00.000Z',
    });
  });

  it('shows the newest hundred elements of a long chain', () => {
    const [element] = row.elements;
    const elements = Array.from({ length: 105 }, (_, index) => {
      const text = element?.text.replace('"sequence":1', `"sequence":${index + 1}`) ?? '';
      return { ...element, text, sequence: index + 1 };
    });
    const { provenance } = envelope({ ...row, elements } as RecordRow).evidence;
    expect(provenance?.chain_length).toBe(105);
    expect(provenance?.chain.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 6),
    );
  });
});

describe('the verdict in an envelope', () => {
  const told = (...parts: Parameters<typeof render>) => envelope(...parts).evidence.verdict;

  it('is passed for a good record, and warns until the log has it', () => {
    expect(told(row, authority, ['verdict'])).toEqual({
      result: 'passed',
      reasons: [],
      warnings: ['provenance.not_logged'],
    });
  });

  it('says that nothing is verified, even where no other part does', () => {
    const broken = { ...row, elements: row.elements.map((each) => ({ ...each, text: '{' })) };
    expect(told(broken, authority, ['verdict'])?.reasons).toContain('provenance.unverified');
  });

  it('is failed from expires_at on', () => {
    const expired = told(row, authority, ['verdict'], new Date(row.expires_at as string));
    expect(expired).toMatchObject({ result: 'failed', reasons: ['record.expired'] });
  });

  it('is failed from a compromise of the authority on', () => {
    const known = revokedSince('2026-01-15T00:00:00.000Z');
    expect(told(sampleRow(known), known, ['verdict'])).toMatchObject({
      result: 'failed',
      reasons: ['authority.compromised'],
    });
  });
});

describe('the state in an envelope', () => {
  it('is expired at expires_at, before its event', () => {
    const expires = Date.parse(row.expires_at as string);
    for (const [now, state] of [
      [expires - 1, 'active'],
      [expires, 'expired'],
    ] as const) {
      const told = envelope(row, authority, ['state'], new Date(now));
      expect([told.evidence.state, told.record.state]).toEqual([state, state]);
    }
  });
});

/** An authority that was revoked for a compromise after the event. */
function revokedSince(invalid_since: string): DirectoryAuthority {
  const type = 'service.authority.revoked';
  const occurred_at = '2026-03-01T00:00:00.000Z';
  return sampleAuthority({}, { type, occurred_at, state: 'revoked', cause: 'key_compromise', invalid_since });
}

describe('the authority in an envelope', () => {
  const told = (by: DirectoryAuthority, now = NOW) =>
    envelope(row, by, ['provenance', 'authority'], now).evidence.authority;

  it('is not valid now after its end, although it was at the event', () => {
    const after = new Date(authority.snapshot.valid_until);
    expect(told(authority, after)).toMatchObject({
      state: 'expired',
      valid_now: false,
      valid_at_event: true,
    });
  });

  it('is invalid from the moment of its compromise on, and now', () => {
    const event = '2026-02-01T00:00:00.000Z';
    for (const [invalid_since, valid_at_event] of [
      ['2026-01-15T00:00:00.000Z', false],
      [event, false],
      ['2026-02-01T00:00:00.001Z', true],
    ] as const) {
      const known = revokedSince(invalid_since);
      const told = envelope(sampleRow(known), known).evidence.authority;
      expect(told).toMatchObject({ state: 'revoked', valid_now: false, valid_at_event });
    }
  });

  it('must have the same element that the record names', () => {
    const other = sampleAuthority();
    expect(envelope(row, other).evidence.provenance?.verified).toBe(false);
    const renamed = { ...authority, snapshot: { ...authority.snapshot, id: 'aut_2' } };
    expect(envelope(row, renamed).evidence.provenance?.verified).toBe(false);
  });
});
