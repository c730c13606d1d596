/** Encodings, hashes, HMAC, signatures and strict JSON, the same on Node.js and in browsers. */
export {
  decodeBase64,
  decodeBase64url,
  encodeBase64,
  encodeHex,
  hmacSha256,
  sameSecretText,
  sha256Hex,
  utf8,
} from '#platform';
export type { Hmac } from './platform/types.js';
export { concatBytes } from './encoding/bytes.js';
export { parseStrictJson } from './json/strict-json.js';
export { isSoundPublicKey } from './signing/ed25519-rules.js';
export { VerifyingKey } from './signing/verifying-key.js';
