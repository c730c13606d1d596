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
  const checked = nameOf(publicKey, message, signature);
  const cached = results.get(checked);
  if (cached !== undefined) return cached;
  const holds = orNull(() => key.verify(message.bytes(), decodeBase64url(signature))) ?? false;
  remember(results, checked, holds, RESULTS);
  return holds;
}

/** Checks a signature beside the event loop, so that `signatureHolds` finds the result in its cache. */
export async function checkSignatureLater(
  publicKey: string,
  message: SignedMessage,
  signature: string,
): Promise<void> {
  const key = keyOf(publicKey);
  if (key === null || signature.length !== SIGNATURE_LENGTH) return;
  const checked = nameOf(publicKey, message, signature);
  if (results.has(checked)) return;
  // Both can be invalid in an edited row.
  const bytes = orNull(() => decodeBase64url(signature));
  const signed = bytes === null ? null : orNull(() => message.bytes());
  const holds = bytes !== null && signed !== null && (await key.verifyLater(signed, bytes));
  remember(results, checked, holds, RESULTS);
}

/**
 * Adds a signature that the caller has just made with the private key to the cache of those that hold: a check of these
 * very bytes would repeat the work and tell nothing new. Any other message, signature or key is checked.
 */
export function noteSignature(
  publicKey: string,
  message: Pick<SignedMessage, 'name'>,
  signature: string,
): void {
  remember(results, nameOf(publicKey, message, signature), true, RESULTS);
}

function nameOf(publicKey: string, { name }: Pick<SignedMessage, 'name'>, signature: string): string {
  return `${publicKey}.${signature}.${name}`;
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
