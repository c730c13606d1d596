import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '../json/canonical-json.js';
import { logVerifiers } from '../notes/log-verifiers.js';
import { DetachedJwsSigner, parseDetachedJws, verifyDetachedJws } from './detached-jws.js';
import { KeyRing } from './key-ring.js';
import { SigningKey, type SigningKeyJwk } from './signing-key.js';
import { thumbprint } from './thumbprint.js';
import { VerifyingKey } from './verifying-key.js';

// RFC 8037, appendix A.
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const D = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
const THUMBPRINT = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

const CREATED = '2026-11-21T03:00:00.000Z';
const jwk: SigningKeyJwk = { purpose: 'answer', kty: 'OKP', crv: 'Ed25519', x: X, d: D, created_at: CREATED };
const key = new SigningKey(jwk);
const malformed = expect.objectContaining({ code: 'key_ring.malformed' });

describe('a signing key', () => {
  it('has the thumbprint of RFC 8037, appendix A.3', () => {
    expect(thumbprint(X)).toBe(THUMBPRINT);
    expect(key).toMatchObject({ keyId: THUMBPRINT, publicKey: X, purpose: 'answer' });
  });

  it('signs what others verify', () => {
    const platform = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: X }, format: 'jwk' });
    const message = Buffer.from('a message');
    expect(verify(null, message, platform, key.sign(message))).toBe(true);
    expect(VerifyingKey.of(X).verify(message, key.sign(message))).toBe(true);
  });

  it('never prints its secret half', () => {
    const ring = KeyRing.generate(CREATED).with(
      new SigningKey({ ...jwk, created_at: '2026-11-22T03:00:00.000Z' }),
    );
    for (const shown of [key, ring, { key, ring }]) {
      expect(`${inspect(shown, { depth: 9, showHidden: true })}${JSON.stringify(shown)}`).not.toContain(D);
    }
  });

  it.each([
    { x: THUMBPRINT },
    { d: `${D}=` },
    { d: D.slice(1) },
    { x: `${X}=` },
    { x: '' },
    { d: '' },
    { x: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  ])('is refused with %j', (change) => {
    expect(() => new SigningKey({ ...jwk, ...change })).toThrow(
      expect.objectContaining({ code: 'key.malformed' }),
    );
  });
});

describe('a key ring', () => {
  const ring = KeyRing.generate(CREATED);
  const file = JSON.parse(ring.toFileText()) as { keys: Record<string, unknown>[] };

  it('is read from the file that it is written to', () => {
    const read = KeyRing.parse(ring.toFileText());
    for (const purpose of ['provenance', 'answer', 'checkpoint'] as const) {
      expect(read.all(purpose).map(({ keyId }) => keyId)).toEqual([ring.newest(purpose).keyId]);
    }
    expect(read.toFileText()).toBe(ring.toFileText());
    expect(Object.keys(file.keys[0] ?? {})).toEqual(['purpose', 'kty', 'crv', 'x', 'd', 'created_at']);
  });

  it('signs with the newest key of a purpose, and keeps the others', () => {
    const fresh = SigningKey.generate('checkpoint', '2026-11-22T03:00:00.000Z');
    const rotated = KeyRing.parse(ring.with(fresh).toFileText());
    const old = ring.newest('checkpoint').keyId;
    expect(rotated.all('checkpoint').map(({ keyId }) => keyId)).toEqual([fresh.keyId, old]);
    expect(rotated.newest('provenance').keyId).toBe(ring.newest('provenance').keyId);
  });

  it('goes on to publish a checkpoint key that was retired, without its private half', () => {
    const fresh = SigningKey.generate('checkpoint', '2026-11-22T03:00:00.000Z');
    const { keyId, publicKey, createdAt } = ring.newest('checkpoint');
    const end = { retiredAt: '2026-11-23T03:00:00.000Z', treeSize: 7 };
    const text = ring.with(fresh).retire(keyId, end).toFileText();
    const read = KeyRing.parse(text);
    expect(read.all('checkpoint').map((key) => key.keyId)).toEqual([fresh.keyId]);
    expect(read.retired).toEqual([{ keyId, publicKey, createdAt, ...end }]);
    expect(text).not.toContain(ring.newest('checkpoint').toPrivateJwk().d);
    expect(logVerifiers(read, 'log.example').map(({ lastSize }) => lastSize)).toEqual([undefined, 7]);
    expect(() => read.retire(fresh.keyId, end)).toThrow(malformed);
    expect(() => read.with(ring.newest('checkpoint'))).toThrow(malformed);
    expect(() => ring.retire(ring.newest('answer').keyId, end)).toThrow(malformed);
  });

  it('is refused with an older key before a newer one, a key twice, or a purpose without a key', () => {
    expect(() => ring.with(SigningKey.generate('answer', '2026-11-20T03:00:00.000Z'))).toThrow(malformed);
    const again = { ...file.keys[0], purpose: 'answer' };
    expect(() => KeyRing.parse(JSON.stringify({ keys: [...file.keys, again] }))).toThrow(malformed);
    expect(() => KeyRing.parse(JSON.stringify({ keys: file.keys.slice(1) }))).toThrow(malformed);
    expect(() => KeyRing.parse('{"keys":[]}')).toThrow(malformed);
  });

  it.each([
    { purpose: 'other' },
    { kty: 'EC' },
    { crv: 'X25519' },
    { d: undefined },
    { x: 1 },
    { created_at: '2026-11-21' },
    { use: 'sig' },
  ])('is refused with a key that has %j', (change) => {
    const keys = file.keys.map((member) => ({ ...member, ...change }));
    expect(() => KeyRing.parse(JSON.stringify({ keys }))).toThrow(malformed);
  });

  it('reveals no key in an error', () => {
    expect.assertions(6);
    const secret = String(file.keys[0]?.['d']);
    for (const text of [
      ring.toFileText().slice(0, -9),
      ring.toFileText().replace(secret, `${secret}A`),
      ring.toFileText().replace('"d"', '"x"'),
    ]) {
      try {
        KeyRing.parse(text);
      } catch (error) {
        expect(error).toMatchObject({ name: 'EvidenceError' });
        expect(inspect(error)).not.toContain(secret.slice(4));
      }
    }
  });
});

describe('a detached JWS', () => {
  const payload = Buffer.from('answers/v1\nlog.example\n1\nroot\n');
  const signer = new DetachedJwsSigner(key, 'answers+jws');
  const jws = signer.sign(payload);
  const [header = '', , signature = ''] = jws.split('.');
  const encode = (text: string): string => Buffer.from(text).toString('base64url');

  it('is verified under the key that it names', () => {
    const read = parseDetachedJws(jws, 'answers+jws');
    expect(read.keyId).toBe(THUMBPRINT);
    expect(verifyDetachedJws(read, payload, VerifyingKey.of(X))).toBe(true);
    expect(verifyDetachedJws(read, Buffer.concat([payload, payload]), VerifyingKey.of(X))).toBe(false);
    const other = SigningKey.generate('answer', CREATED);
    expect(verifyDetachedJws(read, payload, VerifyingKey.of(other.publicKey))).toBe(false);
  });

  it('has exactly alg, kid and typ in its header, and signs it', () => {
    expect(Buffer.from(header, 'base64url').toString()).toBe(
      `{"alg":"Ed25519","kid":"${THUMBPRINT}","typ":"answers+jws"}`,
    );
    const platform = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: X }, format: 'jwk' });
    const input = Buffer.from(`${header}.${payload.toString('base64url')}`);
    expect(verify(null, input, platform, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  const members = { alg: 'Ed25519', kid: THUMBPRINT, typ: 'answers+jws' };
  it.each([
    ['another algorithm', canonicalJson({ ...members, alg: 'EdDSA' })],
    ['no algorithm', canonicalJson({ ...members, alg: 'none' })],
    ['another type', canonicalJson({ ...members, typ: 'JWT' })],
    ['no key', canonicalJson({ alg: 'Ed25519', typ: 'answers+jws' })],
    ['a further member', canonicalJson({ ...members, crit: [] })],
    ['another order', JSON.stringify({ typ: members.typ, kid: THUMBPRINT, alg: 'Ed25519' })],
    ['white space', JSON.stringify(members, null, 1)],
    ['a member twice', `{"alg":"none",${JSON.stringify(members).slice(1)}`],
    ['a list', '[]'],
    ['no JSON', 'x'],
    ['nothing', ''],
  ])('is refused with a header of %s', (_, text) => {
    expect(() => parseDetachedJws(`${encode(text)}..${signature}`, 'answers+jws')).toThrow(
      expect.objectContaining({ code: 'jws.malformed' }),
    );
  });

  it.each([
    `${header}.${encode('a')}.${signature}`,
    `${header}.${signature}`,
    `${jws}.`,
    `${jws}=`,
    `${jws} `,
    `${header}..${signature.slice(4)}`,
    `${header}=..${signature}`,
    `${header}..`,
    '',
  ])('is refused as %j', (text) => {
    expect(() => parseDetachedJws(text, 'answers+jws')).toThrow(
      expect.objectContaining({ code: 'jws.malformed' }),
    );
  });
});
