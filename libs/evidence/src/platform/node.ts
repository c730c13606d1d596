import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  hash,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';
import * as plain from './plain-encodings.js';
import type { Ed25519KeyPair, Hmac, Sign, Verify, VerifyLater } from './types.js';

/**
 * What this library uses of its platform; `browser.ts` has the same functions with the same results, and package.json
 * chooses. All bytes that they return are a plain `Uint8Array`, because a `Buffer` is sliced and printed in another way;
 * it may be a view of a buffer that holds other bytes as well.
 */

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8 bytes; 32 bytes. */
export function sha256(data: Uint8Array | string): Uint8Array {
  // Reading the digest from a text takes half as long as asking for a Buffer, which is allocated outside the heap.
  const text = hash('sha256', data, 'binary');
  const digest = new Uint8Array(32);
  for (let at = 0; at < digest.length; at += 1) digest[at] = text.charCodeAt(at);
  return digest;
}

/** SHA-256 in lower-case hex digits. */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 in base64. */
export function sha256Base64(data: Uint8Array | string): string {
  return hash('sha256', data, 'base64');
}

// Shared by all calls, which is safe because each one fills and hashes it without awaiting.
const scratch = Buffer.allocUnsafeSlow(16_384);

/** SHA-256 of two parts, concatenated; a text counts as its UTF-8 bytes. */
export function sha256Joined(first: Uint8Array, second: Uint8Array | string): Uint8Array {
  // A UTF-16 unit has at most three bytes in UTF-8.
  const most = first.length + (typeof second === 'string' ? 3 * second.length : second.length);
  const joined = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);
  joined.set(first);
  let end = first.length;
  if (typeof second === 'string') end += joined.write(second, end);
  else {
    joined.set(second, end);
    end += second.length;
  }
  return sha256(joined.subarray(0, end));
}

const children = Buffer.alloc(65, 1);

/** SHA-256(0x01 ‖ left ‖ right) of two hashes of 32 bytes, all in base64. */
export function hashChildrenBase64(left: string, right: string): string {
  children.write(left, 1, 32, 'base64');
  children.write(right, 33, 32, 'base64');
  return sha256Base64(children);
}

/** HMAC-SHA-256 (RFC 2104) under a key, which is prepared once. */
export function hmacSha256(key: Uint8Array): Hmac {
  const prepared = createSecretKey(key);
  return (...parts) => {
    const hmac = createHmac('sha256', prepared);
    for (const part of parts) hmac.update(part);
    return withoutBuffer(hmac.digest());
  };
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function sameSecretText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A new Ed25519 key pair from the platform's random source. */
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
  return (message) => withoutBuffer(sign(null, message, key));
}

/** A verifying function; the public key of 32 bytes is parsed once. */
export function ed25519Verifier(publicKey: Uint8Array): Verify {
  const key = publicKeyOf(publicKey);
  return (message, signature) => verify(null, message, key, signature);
}

/** The same in the thread pool. */
export function ed25519LaterVerifier(publicKey: Uint8Array): VerifyLater {
  const key = publicKeyOf(publicKey);
  return (message, signature) =>
    new Promise((resolve, reject) => {
      verify(null, message, key, signature, (error, holds) => (error ? reject(error) : resolve(holds)));
    });
}

function publicKeyOf(publicKey: Uint8Array): KeyObject {
  const x = encodeBase64url(publicKey);
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return withoutBuffer(Buffer.from(text));
}

/** Bytes of a canonical base64 text, RFC 4648, section 4; null for any other text. */
export function decodeBase64(text: string): Uint8Array | null {
  return text.length <= SHORT ? plain.decodeBase64(text) : decode(text, 'base64');
}

/** Bytes of a canonical base64url text without padding, RFC 4648, section 5; null for any other text. */
export function decodeBase64url(text: string): Uint8Array | null {
  return text.length <= SHORT ? plain.decodeBase64url(text) : decode(text, 'base64url');
}

/** Bytes of a text of lower-case hex digits; null for any other text. */
export function decodeHex(text: string): Uint8Array | null {
  return text.length <= SHORT ? plain.decodeHex(text) : decode(text, 'hex');
}

/** Base64 of bytes, RFC 4648, section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  return viewed(bytes).toString('base64');
}

/** Base64url of bytes without padding, RFC 4648, section 5. */
export function encodeBase64url(bytes: Uint8Array): string {
  return viewed(bytes).toString('base64url');
}

/** Two lower-case hex digits for each byte. */
export function encodeHex(bytes: Uint8Array): string {
  return viewed(bytes).toString('hex');
}

/** A text of at most this many characters, such as a digest, a salt or a key, is read faster without a Buffer. */
const SHORT = 64;

/** Buffer skips invalid characters, so the bytes are encoded again and compared. */
function decode(text: string, encoding: 'base64' | 'base64url' | 'hex'): Uint8Array | null {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? withoutBuffer(bytes) : null;
}

function viewed(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function withoutBuffer(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
