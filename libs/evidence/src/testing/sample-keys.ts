import { sha256 } from '#platform';
import { createPrivateKey } from 'node:crypto';
import { SigningKey, type KeyPurpose } from '../signing/index.js';

/** PKCS #8 of an Ed25519 key up to its 32 bytes, RFC 8410. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The 32 secret bytes of a sample key. */
export const sampleSeed = (name: string): Uint8Array => sha256(`sample key: ${name}`);

/** The same key for the same name in every run, so that published vectors stay as they are. Everybody knows it. */
export function sampleKey(name: string, purpose: KeyPurpose): SigningKey {
  const der = Buffer.concat([PKCS8_HEAD, sampleSeed(name)]);
  const { x = '', d = '' } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  });
  return new SigningKey({
    purpose,
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    d,
    created_at: '2026-11-01T00:00:00.000Z',
  });
}
