import { sha256, sha256Joined } from '#platform';
import { isDigest, type Digest } from './digest.js';
import { decodeBase64url, decodeHex } from './encoding/base-encodings.js';
import { concatBytes } from './encoding/bytes.js';
import { EvidenceError } from './evidence-error.js';
import { requireHash } from './merkle/hashing.js';

/** Bytes of a log entry: the slot, then the digest of the logged text. */
export const ENTRY_LENGTH = 64;

/** The 32 bytes of a digest's text form. @throws EvidenceError `encoding.not_canonical` for an invalid digest. */
export function digestBytes(digest: string): Uint8Array {
  if (!isDigest(digest)) throw new EvidenceError('encoding.not_canonical', 'This is not a digest.');
  return decodeHex(digest.slice('sha256:'.length));
}

/**
 * Slot of the first element of a subject: SHA-256(origin ‖ LF ‖ subject id), 32 bytes.
 * @param origin of the log that the element is sequenced in.
 * @param subjectId id of a record or an authority, or `key_` and the id of a key.
 */
export function firstSlot(origin: string, subjectId: string): Uint8Array {
  return sha256(`${origin}\n${subjectId}`);
}

/**
 * Slot of the element that follows another: SHA-256(salt ‖ digest), both as bytes and of the previous element; 32 bytes.
 * Only a holder of an element can look up its successor in the log.
 * @param salt of the previous element, in base64url.
 * @throws EvidenceError `encoding.not_canonical` where the salt or the digest is invalid.
 */
export function nextSlot(before: { salt: string; digest: Digest }): Uint8Array {
  return sha256Joined(decodeBase64url(before.salt), digestBytes(before.digest));
}

/**
 * Such a slot for parts that may have been edited.
 * @returns null where the salt or the digest is invalid.
 */
export function nextSlotOrNull(salt: unknown, digest: unknown): Uint8Array | null {
  if (typeof salt !== 'string' || !isDigest(digest)) return null;
  try {
    return nextSlot({ salt, digest });
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}

/** Slot of a seal of the interaction history: SHA-256(origin ‖ LF ‖ `history` ‖ LF ‖ number in decimal), 32 bytes. */
export function historySlot(origin: string, sealNumber: number): Uint8Array {
  return sha256(`${origin}\nhistory\n${sealNumber}`);
}

/** Entry of the log, 64 bytes: slot ‖ digest. @throws RangeError where the slot is not 32 bytes long. */
export function logEntry(slot: Uint8Array, digest: Digest): Uint8Array {
  requireHash(slot);
  return concatBytes(slot, digestBytes(digest));
}
