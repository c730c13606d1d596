import { decodeBase64url } from '../encoding/base-encodings.js';
import { EvidenceError } from '../evidence-error.js';
import { VerifyingKey } from './verifying-key.js';

/** What was signed. */
export interface SignedMessage {
  /** Stands for these bytes and no others, whoever else's signatures are checked. */
  name: string;
  bytes(): Uint8Array;
}

/** Results and keys that are remembered at the most; a result takes about 300 bytes. */
const RESULTS = 50_000;
const KEYS = 1_000;

const results = new Map<string, boolean>();
const keys = new Map<string, VerifyingKey | null>();

/**
 * Whether a signature over a message is a key's (Ed25519, RFC 8032): a pure function of the three, so that its
 * result is remembered under them.
 * @param publicKey 32 bytes in base64url.
 * @param signature 64 bytes in base64url.
 */
export function signatureHolds(publicKey: string, message: SignedMessage, signature: string): boolean {
  const key = keyOf(publicKey);
  if (key === null || signature.length !== SIGNATURE_LENGTH) return false;
  const checked = `${publicKey}.${signature}.${message.name}`;
  const known = results.get(checked);
  if (known !== undefined) return known;
  const holds = orNull(() => key.verify(message.bytes(), decodeBase64url(signature))) ?? false;
  remember(results, checked, holds, RESULTS);
  return holds;
}

/** Characters of 64 bytes in base64url. */
const SIGNATURE_LENGTH = 86;

/** Null for what is no key that can be believed. */
function keyOf(publicKey: string): VerifyingKey | null {
  const known = keys.get(publicKey);
  if (known !== undefined) return known;
  const key = orNull(() => VerifyingKey.of(publicKey));
  if (publicKey.length < SIGNATURE_LENGTH) remember(keys, publicKey, key, KEYS);
  return key;
}

/** Remembers a value in the place of the oldest where there are too many. */
function remember<Value>(known: Map<string, Value>, name: string, value: Value, capacity: number): void {
  if (known.size >= capacity) known.delete(known.keys().next().value as string);
  known.set(name, value);
}

/** Null for what is not in its canonical form. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}
