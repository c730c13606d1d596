import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { utf8 } from '#platform';
import { encodeBase64url } from '../encoding/base-encodings.js';
import { verifyEd25519 } from '../signing/index.js';
import { ANYONES_SIGNATURE, LOW_ORDER_KEY, laxSignatures } from './lax-signatures.js';
import { sampleKey } from './sample-keys.js';

const message = utf8('a message');
const { publicKey } = sampleKey('lax', 'provenance');
const lax = laxSignatures('lax', message);

/** OpenSSL refuses neither a key nor an R of low order. */
function opensslTakes(x: string, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
}

describe('signatures for verifiers that are not strict', () => {
  it('hold where low order is not looked for', () => {
    const low = encodeBase64url(LOW_ORDER_KEY);
    expect(opensslTakes(publicKey, lax['an R of low order'] as Uint8Array)).toBe(true);
    expect(opensslTakes(low, ANYONES_SIGNATURE)).toBe(true);
  });

  it('are refused', () => {
    const key = Buffer.from(publicKey, 'base64url');
    const taken = Object.values(lax).filter((signature) => verifyEd25519(key, message, signature));
    expect(taken).toEqual([]);
    expect(verifyEd25519(LOW_ORDER_KEY, message, ANYONES_SIGNATURE)).toBe(false);
  });
});
