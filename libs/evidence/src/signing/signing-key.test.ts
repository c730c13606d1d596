import { describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { KeyRing } from './key-ring.js';
import { KEY_PURPOSES, SigningKey, makeSigningKey } from './signing-key.js';
import { keyThumbprint } from './thumbprint.js';

const NOW = '2026-11-21T12:00:00.000Z';

describe('a signing key', () => {
  it('signs what its public key verifies', () => {
    const key = new SigningKey(makeSigningKey('answer', NOW));
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey },
      format: 'jwk',
    });
    const signature = key.sign(Buffer.from('text'));
    expect(verify(null, Buffer.from('text'), publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.from('texts'), publicKey, signature)).toBe(false);
  });

  it('is named as RFC 8037, appendix A.3, names it', () => {
    expect(keyThumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    );
  });

  it('is refused where its halves do not belong together or are none, without being repeated', () => {
    const [one, other] = [makeSigningKey('answer', NOW), makeSigningKey('answer', NOW)];
    for (const stored of [
      { ...one, x: other.x },
      { ...one, d: 'short' },
      { ...one, d: '' },
    ]) {
      const make = () => new SigningKey(stored);
      expect(make).toThrow(TypeError);
      expect(make).not.toThrow(stored.d === '' ? /^$/ : stored.d);
    }
  });
});

describe('a key ring', () => {
  const one = () => KEY_PURPOSES.map((purpose) => makeSigningKey(purpose, NOW));

  it('signs with the newest of a purpose and knows the others', () => {
    const older = makeSigningKey('checkpoint', '2026-01-01T00:00:00.000Z');
    const stored = [...one(), older];
    const ring = new KeyRing(stored);
    expect(ring.newest('checkpoint').publicKey).toBe(stored[2]?.x);
    expect(ring.all('checkpoint').map(({ publicKey }) => publicKey)).toEqual([stored[2]?.x, older.x]);
    expect(ring.all('answer')).toHaveLength(1);
  });

  it('is refused where a purpose has no key or a key stands twice', () => {
    expect(() => new KeyRing(one().slice(1))).toThrow('There is no provenance key.');
    const keys = one();
    expect(() => new KeyRing([...keys, ...keys.slice(0, 1)])).toThrow('stands there twice');
  });
});
