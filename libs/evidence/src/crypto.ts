import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** The only functions of the platform that this library uses; a build for browsers replaces this module. */

/** Bytes of a SHA-256 digest. */
export const SHA256_LENGTH = 32;

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8 bytes; 32 bytes. */
export function sha256(data: Uint8Array | string): Buffer {
  return hash('sha256', data, 'buffer');
}

/** SHA-256 in lower-case hex digits. */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 in base64. */
export function sha256Base64(data: Uint8Array | string): string {
  return hash('sha256', data, 'base64');
}

/** An Ed25519 key pair in base64url, as in a JWK. RFC 8037, section 2. */
export interface Ed25519KeyPair {
  /** Public key. */
  x: string;
  /** Private key, secret. */
  d: string;
}

/** Signs bytes, 64 bytes. RFC 8032, section 5.1.6. */
export type Sign = (message: Uint8Array) => Buffer;

/** Whether a signature of 64 bytes is valid by the platform's rule. RFC 8032, section 5.1.7. */
export type Verify = (message: Uint8Array, signature: Uint8Array) => boolean;

/** A new key pair from the platform's random source. */
export function generateEd25519(): Ed25519KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { x, d };
}

/** A signing function; the key is parsed once. @throws Error where the halves are not of one key. */
export function ed25519Signer({ x, d }: Ed25519KeyPair): Sign {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
  // The platform reads only the private half.
  if (createPublicKey(key).export({ format: 'jwk' }).x !== x)
    throw new Error('The key has another public half.');
  return (message) => sign(null, message, key);
}

/** A verifying function; the public key of 32 bytes is parsed once. */
export function ed25519Verifier(publicKey: Uint8Array): Verify {
  const x = Buffer.from(publicKey).toString('base64url');
  const key: KeyObject = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return (message, signature) => verify(null, message, key, signature);
}
