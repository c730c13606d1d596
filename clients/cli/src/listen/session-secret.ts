import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { SigningSecret } from '@service/events';
import { propertyOf } from '../errors.js';

/** Keys of a listener: the HMAC secret and the Ed25519 private key. */
export interface SessionSecret {
  /** `whsec_` and 32 bytes in base64. */
  secret: string;
  /** 32 bytes in base64. */
  seed: string;
}

/** PKCS #8 before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function newSessionSecret(): SessionSecret {
  return { secret: `whsec_${randomBytes(32).toString('base64')}`, seed: randomBytes(32).toString('base64') };
}

export function isSessionSecret(value: unknown): value is SessionSecret {
  return ['secret', 'seed'].every((name) => typeof propertyOf(value, name) === 'string');
}

/** The secret as `signDelivery` takes it. */
export function signingSecret({ secret, seed }: SessionSecret): SigningSecret {
  const key = privateKey(seed);
  return { hmac: secret, sign: (content) => Promise.resolve(sign(null, content, key)) };
}

/** The public key of the Ed25519 form: `whpk_` and base64. */
export function publicKeyOf({ seed }: SessionSecret): string {
  const { x = '' } = createPublicKey(privateKey(seed)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
}

function privateKey(seed: string) {
  return createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(seed, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  });
}
