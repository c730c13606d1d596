import { EvidenceError } from '../evidence-error.js';

/**
 * Bytes of a base64 text, RFC 4648, section 4.
 * @throws EvidenceError `encoding.not_canonical` on any other text than the one that encodes them: missing padding,
 * set trailing bits, line breaks, characters of another alphabet.
 */
export function decodeBase64(text: string): Buffer {
  return decode(text, 'base64');
}

/**
 * Bytes of a base64url text without padding, RFC 4648, section 5, and RFC 7515, section 2.
 * @throws EvidenceError `encoding.not_canonical` on any other text than the one that encodes them.
 */
export function decodeBase64url(text: string): Buffer {
  return decode(text, 'base64url');
}

/**
 * Bytes of a text of lower-case hex digits.
 * @throws EvidenceError `encoding.not_canonical` on any other text.
 */
export function decodeHex(text: string): Buffer {
  return decode(text, 'hex');
}

// Buffer skips invalid characters, so the bytes are encoded again and compared.
function decode(text: string, encoding: 'base64' | 'base64url' | 'hex'): Buffer {
  const bytes = Buffer.from(text, encoding);
  if (bytes.toString(encoding) === text) return bytes;
  throw new EvidenceError('encoding.not_canonical', `This is not canonical ${encoding}.`);
}

/** Base64 of bytes, RFC 4648, section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  return view(bytes).toString('base64');
}

/** Base64url of bytes without padding, RFC 4648, section 5. */
export function encodeBase64url(bytes: Uint8Array): string {
  return view(bytes).toString('base64url');
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
