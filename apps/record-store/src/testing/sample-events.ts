import type { Digest, RecordEvent } from '@service/evidence';

/** A digest of the right form that nothing has. */
export const digest = (digit: string): Digest => `sha256:${digit.repeat(64)}`;

/** How an element names its authority. */
const named = { id: 'aut_1', version: 1, digest: digest('a') };
export const authority = {
  reference: named,
  issuer: 'Example Registry',
  public_key: null,
  state: 'active',
} as const;
export const chain = { log: 'example.org/log/development', project_id: 'prj_1' };

export const expiresAt = '2027-01-01T00:00:00.000Z';
export const reason = 'because';

/** The beginning of a record that has an end. */
export const registered: RecordEvent = {
  type: 'service.record.registered',
  occurred_at: '2026-11-21T03:00:00.000Z',
  authority: named,
  issuer: 'Example Registry',
  state: 'active',
  origin: 'https://registry.example/42',
  external_id: null,
  expires_at: expiresAt,
  successor_id: null,
  content_digest: digest('1'),
  issuer_signature: null,
};
export const suspended: RecordEvent = {
  ...registered,
  type: 'service.record.suspended',
  state: 'suspended',
};

/** The commands that say what a record says, without their moment. */
export const register = {
  type: 'record.register',
  chain,
  origin: registered.origin,
  external_id: null,
  content_digest: registered.content_digest,
  issuer_signature: null,
} as const;
export const amend = {
  type: 'record.amend',
  chain,
  reason,
  content_digest: digest('2'),
  issuer_signature: null,
} as const;
