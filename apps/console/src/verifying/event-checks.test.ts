import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { canonicalJson, digestReason, digestText } from '@service/evidence';
import { checkEvent, type Proof } from './event-checks.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = {
  purpose: 'provenance',
  public_key: publicKey.export({ format: 'jwk' }).x ?? '',
  cause: null,
  invalid_since: null,
} as const;
const salt = 'c2FsdA';
const content = {
  event_id: 'evt_1',
  type: 'service.record.suspended',
  record_id: 'rec_1',
  sequence: 2,
  state: 'suspended',
  occurred_at: '2026-11-24T00:00:00.000Z',
  reason_digest: digestReason(salt, 'why'),
};
const digest = digestText(canonicalJson(content));
const value = sign(null, Buffer.from(digest.slice(7), 'hex'), privateKey).toString('base64url');
const element = { ...content, digest, signature: { key_id: 'key', algorithm: 'Ed25519', value } };
const event = {
  id: 'evt_1',
  type: 'service.record.suspended',
  state: 'suspended',
  subject: { type: 'record', id: 'rec_1', version: 2 },
  occurred_at: '2026-11-24T00:00:00.000Z',
  reason: 'why',
  reason_salt: salt,
  evidence: { provenance: { chain: [element] }, authority: {} },
};
const proof: Proof = {
  failed: null,
  keyOf: (id) => (id === 'key' ? key : undefined),
  digestsOf: (id) => (id === 'rec_1' ? ['sha256:of-the-first', digest] : []),
};
const outcomes = (changed: object = {}, known: Proof | null = proof) =>
  Object.fromEntries(
    checkEvent({ ...event, ...changed } as never, known).map(({ name, outcome }) => [name, outcome]),
  );
const sound = { Digest: 'passed', Signature: 'passed', Event: 'passed', Reason: 'passed', Chain: 'passed' };

describe('the evidence of an event', () => {
  it('is sound as it was made', () => {
    expect(outcomes()).toEqual(sound);
  });

  it('fails by name for what was changed', () => {
    const withElement = (changed: object) => ({
      evidence: { provenance: { chain: [{ ...element, ...changed }] }, authority: {} },
    });
    expect(outcomes(withElement({ state: 'active' }))).toEqual({
      ...sound,
      Digest: 'failed',
      Event: 'failed',
    });
    expect(outcomes({ state: 'active' })).toEqual({ ...sound, Event: 'failed' });
    expect(outcomes({ reason: 'another' })).toEqual({ ...sound, Reason: 'failed' });
    const forged = { ...element.signature, value: `${value.slice(0, 40)}AAAA${value.slice(44)}` };
    expect(outcomes(withElement({ signature: forged }))).toEqual({ ...sound, Signature: 'failed' });
  });

  it('fails where the log has another element, the key was compromised, or the evidence does not hold', () => {
    expect(outcomes({}, { ...proof, digestsOf: () => ['', 'sha256:other'] })).toEqual({
      ...sound,
      Chain: 'failed',
    });
    const compromised = {
      ...key,
      cause: 'key_compromise',
      invalid_since: '2026-11-01T00:00:00.000Z',
    } as const;
    expect(outcomes({}, { ...proof, keyOf: () => compromised })).toEqual({ ...sound, Signature: 'failed' });
    const broken = { ...proof, failed: 'record.chain', keyOf: () => undefined };
    expect(outcomes({}, broken)).toEqual({ ...sound, Signature: 'open', Chain: 'failed' });
  });

  it('leaves open what nobody can say', () => {
    expect(outcomes({}, null)).toEqual({ ...sound, Signature: 'open', Chain: 'open' });
    expect(outcomes({}, { ...proof, digestsOf: () => [] })).toEqual({ ...sound, Chain: 'open' });
    expect(outcomes({ reason: undefined, reason_salt: undefined })).toEqual({ ...sound, Reason: 'open' });
    expect(checkEvent({ ...event, evidence: { provenance: {}, authority: {} } } as never, proof)).toEqual([]);
  });
});
