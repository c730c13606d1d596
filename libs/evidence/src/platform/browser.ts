import { Point } from '@noble/ed25519';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as hashBytes, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, littleEndian, sameBytes } from '../encoding/bytes.js';
import { decodeBase64, encodeBase64, encodeHex } from './plain-encodings.js';
import type { Ed25519KeyPair, Hmac, Sign, Verify, VerifyLater } from './types.js';

/** The functions of `node.ts` with the same results where there is no Node.js; without signing. */

export {
  decodeBase64,
  decodeBase64url,
  decodeHex,
  encodeBase64,
  encodeBase64url,
  encodeHex,
} from './plain-encodings.js';

const encoder = new TextEncoder();

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8 bytes; 32 bytes. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return hashBytes(bytesOf(data));
}

/** SHA-256 in lower-case hex digits. */
export function sha256Hex(data: Uint8Array | string): string {
  return encodeHex(sha256(data));
}

/** SHA-256 in base64. */
export function sha256Base64(data: Uint8Array | string): string {
  return encodeBase64(sha256(data));
}

/** SHA-256 of two parts, concatenated; a text counts as its UTF-8 bytes. */
export function sha256Joined(first: Uint8Array, second: Uint8Array | string): Uint8Array {
  return hashBytes.create().update(first).update(bytesOf(second)).digest();
}

const NODE = Uint8Array.of(1);

/** SHA-256(0x01 ‖ left ‖ right) of two hashes of 32 bytes, all in base64. */
export function hashChildrenBase64(left: string, right: string): string {
  const [first, second] = [decodeBase64(left), decodeBase64(right)];
  if (first === null || second === null) throw new TypeError('A hash is not base64.');
  return sha256Base64(concatBytes(NODE, first, second));
}

/** HMAC-SHA-256 (RFC 2104) under a key, which is prepared once. */
export function hmacSha256(key: Uint8Array): Hmac {
  const prepared = hmac.create(hashBytes, key);
  return (...parts) => {
    const each = prepared.clone();
    for (const part of parts) each.update(bytesOf(part));
    return each.digest();
  };
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function sameSecretText(left: string, right: string): boolean {
  const [a, b] = [utf8(left), utf8(right)];
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= (a[at] as number) ^ (b[at] as number);
  return difference === 0;
}

/** @throws Error always: keys are made where Node.js runs. */
export function generateEd25519(): Ed25519KeyPair {
  throw noSigning();
}

/** @throws Error always: private keys stay where Node.js runs. */
export function ed25519Signer(_pair: Ed25519KeyPair): Sign {
  throw noSigning();
}

const ORDER = Point.CURVE().n;

/** A verifying function; the public key of 32 bytes is parsed once. A key that is no point verifies nothing. */
export function ed25519Verifier(publicKey: Uint8Array): Verify {
  // The caller may change its bytes later.
  const encoded = publicKey.slice();
  const point = pointOf(encoded);
  if (point === null) return () => false;
  const negative = point.negate();
  return (message, signature) => {
    const R = signature.subarray(0, 32);
    const S = littleEndian(signature.subarray(32));
    const h = littleEndian(sha512(concatBytes(R, encoded, message))) % ORDER;
    const expected = Point.BASE.multiplyUnsafe(S).add(negative.multiplyUnsafe(h)).toBytes();
    return sameBytes(expected, R);
  };
}

/** The same, for callers that await the result: there are no threads here. */
export function ed25519LaterVerifier(publicKey: Uint8Array): VerifyLater {
  const verify = ed25519Verifier(publicKey);
  return (message, signature) => Promise.resolve(verify(message, signature));
}

function pointOf(publicKey: Uint8Array) {
  try {
    return Point.fromBytes(publicKey);
  } catch {
    return null;
  }
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === 'string' ? utf8(data) : data;
}

function noSigning(): Error {
  return new Error('This build verifies and does not sign.');
}
