/** Encodings without the platform's help. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = `${DIGITS}+/`;
const BASE64URL = `${DIGITS}-_`;
const INVALID = 0xff;

/** Bytes of a canonical base64 text, RFC 4648, section 4; null for any other text. */
export function decodeBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (text.length % 4 !== 0) return null;
  return decode64(text, text.length - padding, VALUES_OF_BASE64);
}

/** Bytes of a canonical base64url text without padding, RFC 4648, section 5; null for any other text. */
export function decodeBase64url(text: string): Uint8Array | null {
  return decode64(text, text.length, VALUES_OF_BASE64URL);
}

/** Bytes of a text of lower-case hex digits; null for any other text. */
export function decodeHex(text: string): Uint8Array | null {
  if (text.length % 2 === 1) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const high = VALUES_OF_HEX[text.charCodeAt(2 * at)] ?? INVALID;
    const low = VALUES_OF_HEX[text.charCodeAt(2 * at + 1)] ?? INVALID;
    if (high === INVALID || low === INVALID) return null;
    bytes[at] = (high << 4) | low;
  }
  return bytes;
}

/** Base64 of bytes, RFC 4648, section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encode64(bytes, BASE64);
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Base64url of bytes without padding, RFC 4648, section 5. */
export function encodeBase64url(bytes: Uint8Array): string {
  return encode64(bytes, BASE64URL);
}

const VALUES_OF_HEX = valuesOf('0123456789abcdef');
const VALUES_OF_BASE64 = valuesOf(BASE64);
const VALUES_OF_BASE64URL = valuesOf(BASE64URL);

/** The values of an alphabet's digits by their character codes. */
function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(INVALID);
  for (const [value, digit] of alphabet.split('').entries()) values[digit.charCodeAt(0)] = value;
  return values;
}

function encode64(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  let at = 0;
  for (; at + 2 < bytes.length; at += 3) {
    const group =
      ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
    text +=
      (alphabet[group >> 18] as string) +
      (alphabet[(group >> 12) & 63] as string) +
      (alphabet[(group >> 6) & 63] as string) +
      (alphabet[group & 63] as string);
  }
  if (at < bytes.length) {
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8);
    text += (alphabet[group >> 18] as string) + (alphabet[(group >> 12) & 63] as string);
    if (at + 1 < bytes.length) text += alphabet[(group >> 6) & 63] as string;
  }
  return text;
}

/** @param length of the digits, without padding. */
function decode64(text: string, length: number, values: Uint8Array): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let group = 0;
  let bits = 0;
  let written = 0;
  for (let at = 0; at < length; at += 1) {
    const value = values[text.charCodeAt(at)] ?? INVALID;
    if (value === INVALID) return null;
    group = ((group << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[written] = (group >> bits) & 0xff;
    written += 1;
  }
  // One digit alone encodes no byte, and the bits behind the last byte must be zero.
  if (bits >= 6 || (group & ((1 << bits) - 1)) !== 0) return null;
  return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Two lower-case hex digits for each byte. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}
