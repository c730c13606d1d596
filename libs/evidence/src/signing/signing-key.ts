import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { keyThumbprint } from './thumbprint.js';

/** What a key may sign: elements, answers, or checkpoints of the transparency log. Never more than one of them. */
export const KEY_PURPOSES = ['provenance', 'answer', 'checkpoint'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** A private key as its file holds it: a JWK (RFC 8037) with purpose and age. */
export interface StoredSigningKey {
  purpose: KeyPurpose;
  kty: 'OKP';
  crv: 'Ed25519';
  /** Public key, 32 bytes in base64url. */
  x: string;
  /** Private key, 32 bytes in base64url. */
  d: string;
  created_at: string;
}

/** An Ed25519 key that signs for one purpose (RFC 8032). */
export class SigningKey {
  readonly purpose: KeyPurpose;
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  readonly createdAt: string;
  private readonly key: KeyObject;

  /** @throws TypeError for what is no Ed25519 key, or where its two halves do not belong together. */
  constructor(stored: StoredSigningKey) {
    const { purpose, created_at, x, d } = stored;
    this.key = privateKeyOf(x, d);
    this.purpose = purpose;
    this.publicKey = x;
    this.keyId = keyThumbprint(x);
    this.createdAt = created_at;
  }

  /** 64 bytes. */
  sign(bytes: Uint8Array): Buffer {
    return sign(null, bytes, this.key);
  }
}

/** The fault never repeats the key. */
function privateKeyOf(x: string, d: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
  } catch {
    throw new TypeError('A signing key is not an Ed25519 key.');
  }
  const { x: derived } = key.export({ format: 'jwk' });
  // Node takes the public half from the private one and looks at the given one no further.
  if (derived !== x) throw new TypeError('The two halves of a signing key do not belong together.');
  return key;
}

/** A new key of a purpose. */
export function makeSigningKey(purpose: KeyPurpose, createdAt: string): StoredSigningKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { purpose, kty: 'OKP', crv: 'Ed25519', x, d, created_at: createdAt };
}
