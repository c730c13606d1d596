import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { Digest } from '../digest.js';
import type { RecordElementContent } from '../elements/record-element.js';

/** A well-formed digest of no known text. */
export const hex = (digit: string): Digest => `sha256:${digit.repeat(64)}`;

/** The first element of an authority. */
export const granted: AuthorityElementContent = {
  format: 'element/v1',
  log: 'example.org/log/development',
  project_id: 'prj_1',
  sequence: 1,
  type: 'service.authority.granted',
  event_id: 'evt_1',
  authority_id: 'aut_1',
  issuer: 'Example Registry',
  scope: ['land', 'sea'],
  valid_until: '2027-01-01T00:00:00.000Z',
  public_key: null,
  occurred_at: '2026-11-21T03:00:00.000Z',
  state: 'active',
  cause: null,
  invalid_since: null,
  reason_digest: null,
  salt: 'AAAAAAAAAAAAAAAAAAAAAA',
  previous: null,
};

/** The first element of a record. */
export const registered: RecordElementContent = {
  format: granted.format,
  log: granted.log,
  project_id: 'prj_1',
  sequence: 1,
  type: 'service.record.registered',
  event_id: 'evt_1',
  record_id: 'rec_1',
  origin: 'https://registry.example/42',
  external_id: '42',
  occurred_at: granted.occurred_at,
  authority: { id: 'aut_1', version: 2, digest: hex('a') },
  issuer: granted.issuer,
  state: 'active',
  expires_at: '2027-01-01T00:00:00.000Z',
  successor_id: null,
  content_digest: hex('1'),
  reason_digest: null,
  salt: granted.salt,
  previous: null,
  issuer_signature: null,
};
