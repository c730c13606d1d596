import { sha256, sha256Joined } from '#platform';
import { isDigest } from './digest.js';
import { decodeBase64url, decodeHex } from './encoding/base-encodings.js';
import { concatBytes } from './encoding/bytes.js';
import { EvidenceError } from './evidence-error.js';
import { requireHash } from './merkle/hashing.js';

/** 64 bytes in base64url: no other text takes the place of an id, as it could be the name of a seal or of a key. */
const SIGNATURE = /^[\w-]{86}$/;

/** Bytes of a log entry: the slot, then the digest of the logged text. */
export const ENTRY_LENGTH = 64;

/** The 32 bytes of a digest's text form. @throws EvidenceError `encoding.not_canonical` for an invalid digest. */
export function digestBytes(digest: string): Uint8Array {
  if (!isDigest(digest)) throw new EvidenceError('encoding.not_canonical', 'This is not a digest.');
  return decodeHex(digest.slice('sha256:'.length));
}

/**
 * Slot of the first element of a subject: SHA-256(origin ‖ LF ‖ subject), 32 bytes.
 * @param origin of the log that the element is sequenced in.
 * @param subject as `subjectOf` names it.
 */
export function firstSlot(origin: string, subject: string): Uint8Array {
  return sha256(`${origin}\n${subject}`);
}

/**
 * What an element's first slot is of: the issuer's signature where there is one, so that no second record is logged by one
 * signature; or else the id.
 * @param id of a record or an authority, or `key_` and the id of a key.
 * @param content of the element, which may have been edited.
 */
export function subjectOf(id: string, content: unknown): string {
  const { issuer_signature } = (content ?? {}) as { issuer_signature?: unknown };
  return typeof issuer_signature === 'string' && SIGNATURE.test(issuer_signature) ? issuer_signature : id;
}

/** The first slot by the text of the element, which may have been edited: the id counts if no signature can be read. */
export function firstSlotOf(origin: string, subjectId: string, text: string): Uint8Array {
  return firstSlot(origin, subjectOf(subjectId, parsedOrNull(text)));
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Slot of the element that follows another: SHA-256(salt ‖ digest), both as bytes and of the previous element; 32 bytes.
 * Only a holder of an element can look up its successor in the log.
 * @param salt of the previous element, in base64url.
 * @throws EvidenceError `encoding.not_canonical` where the salt or the digest is invalid.
 */
export function nextSlot(before: { salt: string; digest: string }): Uint8Array {
  return sha256Joined(decodeBase64url(before.salt), digestBytes(before.digest));
}

/** Slot of an element: the first one of its subject, or that after the element before it. @throws as `nextSlot`. */
export function slotOf(
  origin: string,
  subject: string,
  before: { salt: string; digest: string } | null | undefined,
): Uint8Array {
  return before ? nextSlot(before) : firstSlot(origin, subject);
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
export function logEntry(slot: Uint8Array, digest: string): Uint8Array {
  requireHash(slot);
  return concatBytes(slot, digestBytes(digest));
}
