import {
  VerifyingKey,
  decodeBase64,
  decodeBase64url,
  hmacSha256,
  isSoundPublicKey,
  utf8,
  type Hmac,
} from '@service/evidence/primitives';
import { DeliveryError } from './delivery-error.js';

const SECRET_PREFIX = 'whsec_';
const PUBLIC_KEY_PREFIX = 'whpk_';
/** Shortest and longest secret in bytes. Standard Webhooks, "Symmetric". */
const [LEAST, MOST] = [24, 64];

/** Both symmetric signatures of a secret: under its text as it was shown, and under the bytes that it stands for. */
export interface SecretHmacs {
  text: Hmac;
  bytes: Hmac;
}

/** A key to verify deliveries: a shared secret or a public key. */
export type DeliveryKey = { kind: 'secret'; hmacs: SecretHmacs } | { kind: 'public_key'; key: VerifyingKey };

/** What a secret signs with: `whsec_` and 24 to 64 bytes in base64. Standard Webhooks, "Symmetric".
 *  @throws DeliveryError `key.malformed`, which does not repeat the text. */
export function secretHmacs(text: string): SecretHmacs {
  const bytes = text.startsWith(SECRET_PREFIX) ? decodeBase64(text.slice(SECRET_PREFIX.length)) : null;
  if (bytes !== null && bytes.length >= LEAST && bytes.length <= MOST)
    return { text: hmacSha256(utf8(text)), bytes: hmacSha256(bytes) };
  throw new DeliveryError('key.malformed', 'The secret is not whsec_ and 24 to 64 bytes in base64.');
}

/** A secret or a public key from its text: `whsec_...`, `whpk_...`, or an Ed25519 key in base64url.
 *  @throws DeliveryError `key.malformed`, which does not repeat the text. */
export function readDeliveryKey(text: string): DeliveryKey {
  if (typeof text !== 'string') throw new DeliveryError('key.malformed', 'The secret or key is not a text.');
  if (text.startsWith(SECRET_PREFIX)) return { kind: 'secret', hmacs: secretHmacs(text) };
  return { kind: 'public_key', key: readPublicKey(text) };
}

function readPublicKey(text: string): VerifyingKey {
  const bytes = text.startsWith(PUBLIC_KEY_PREFIX)
    ? decodeBase64(text.slice(PUBLIC_KEY_PREFIX.length))
    : decodeBase64url(text);
  if (bytes !== null && isSoundPublicKey(bytes)) return new VerifyingKey(bytes);
  throw new DeliveryError(
    'key.malformed',
    'The key is neither a secret (whsec_) nor an Ed25519 public key of 32 bytes in base64url (or whpk_ and base64).',
  );
}
