import {
  decodeBase64 as base64OrNull,
  decodeBase64url as base64urlOrNull,
  decodeHex as hexOrNull,
} from '#platform';
import { EvidenceError } from '../evidence-error.js';

export { encodeBase64, encodeBase64url, encodeHex } from '#platform';

/**
 * Bytes of a base64 text, RFC 4648, section 4.
 * @throws EvidenceError `encoding.not_canonical` on any other text than the one that encodes them: missing padding,
 * set trailing bits, line breaks, characters of another alphabet.
 */
export function decodeBase64(text: string): Uint8Array {
  return base64OrNull(text) ?? refuse('base64');
}

/**
 * Bytes of a base64url text without padding, RFC 4648, section 5, and RFC 7515, section 2.
 * @throws EvidenceError `encoding.not_canonical` on any other text than the one that encodes them.
 */
export function decodeBase64url(text: string): Uint8Array {
  return base64urlOrNull(text) ?? refuse('base64url');
}

/**
 * Bytes of a text of lower-case hex digits.
 * @throws EvidenceError `encoding.not_canonical` on any other text.
 */
export function decodeHex(text: string): Uint8Array {
  return hexOrNull(text) ?? refuse('hex');
}

function refuse(encoding: string): never {
  throw new EvidenceError('encoding.not_canonical', `This is not canonical ${encoding}.`);
}
