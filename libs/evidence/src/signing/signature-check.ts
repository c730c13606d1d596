import { decodeBase64url } from '../encoding/base-encodings.js';
import { EvidenceError } from '../evidence-error.js';
import { VerifyingKey } from './verifying-key.js';

/** A signed message. */
export interface SignedMessage {
  /** Identifies these bytes among all checked messages. */
  name: string;
  bytes(): Uint8Array;
}

/** Most results and keys in the caches; a result takes about 300 bytes. */
const RESULTS = 50_000;
const KEYS = 1_000;

const results = new Map<string, boolean>();
const keys = new Map<string, VerifyingKey | null>();

/**
 * Whether a signature over a message is valid under a key (Ed25519, RFC 8032). The result is a pure function of the
 * three and is cached by them.
 * @param publicKey 32 bytes in base64url.
 * @param signature 64 bytes in base64url.
 */
export function signatureHolds(publicKey: string, message: SignedMessage, signature: string): boolean {
  const key = keyOf(publicKey);
  if (key === null || signature.length !== SIGNATURE_LENGTH) return false;
  const checked = `${publicKey}.${signature}.${message.name}`;
  const cached = results.get(checked);
  if (cached !== undefined) return cached;
  const holds = orNull(() => key.verify(message.bytes(), decodeBase64url(signature))) ?? false;
  remember(results, checked, holds, RESULTS);
  return holds;
}

/** Characters of 64 bytes in base64url. */
const SIGNATURE_LENGTH = 86;

/** Null for an unsound key. */
function keyOf(publicKey: string): VerifyingKey | null {
  const cached = keys.get(publicKey);
  if (cached !== undefined) return cached;
  const key = orNull(() => VerifyingKey.of(publicKey));
  if (publicKey.length < SIGNATURE_LENGTH) remember(keys, publicKey, key, KEYS);
  return key;
}

/** Adds a value to a cache; a full one drops its oldest value. */
function remember<Value>(cache: Map<string, Value>, name: string, value: Value, capacity: number): void {
  if (cache.size >= capacity) cache.delete(cache.keys().next().value as string);
  cache.set(name, value);
}

/** Null where the reader throws. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}
