import { createPublicKey, type KeyObject } from 'node:crypto';
import { DeliveryError } from './delivery-error.js';

const SECRET_PREFIX = 'whsec_';
const PUBLIC_KEY_PREFIX = 'whpk_';
/** Shortest and longest secret in bytes. Standard Webhooks, "Symmetric". */
const [LEAST, MOST] = [24, 64];
const PUBLIC_KEY_LENGTH = 32;

/** A key to verify deliveries: a shared secret or a public key. */
export type DeliveryKey =
  | { kind: 'secret'; /** As it was shown. */ text: string; /** What the text stands for. */ bytes: Buffer }
  | { kind: 'public_key'; key: KeyObject };

/** The bytes of a secret: `whsec_` and 24 to 64 bytes in base64. Standard Webhooks, "Symmetric".
 *  @throws DeliveryError `key.malformed`, which does not repeat the text. */
export function secretBytes(text: string): Buffer {
  const encoded = text.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  const isWhole = text.startsWith(SECRET_PREFIX) && bytes.toString('base64') === encoded;
  if (isWhole && bytes.length >= LEAST && bytes.length <= MOST) return bytes;
  throw new DeliveryError('key.malformed', 'The secret is not whsec_ and 24 to 64 bytes in base64.');
}

/** A secret or a public key from its text: `whsec_...`, `whpk_...`, or an Ed25519 key in base64url.
 *  @throws DeliveryError `key.malformed`, which does not repeat the text. */
export function readDeliveryKey(text: string): DeliveryKey {
  if (typeof text !== 'string') throw new DeliveryError('key.malformed', 'The secret or key is not a text.');
  if (text.startsWith(SECRET_PREFIX)) return { kind: 'secret', text, bytes: secretBytes(text) };
  return { kind: 'public_key', key: readPublicKey(text) };
}

function readPublicKey(text: string): KeyObject {
  const [encoded, encoding] = text.startsWith(PUBLIC_KEY_PREFIX)
    ? [text.slice(PUBLIC_KEY_PREFIX.length), 'base64' as const]
    : [text, 'base64url' as const];
  const bytes = Buffer.from(encoded, encoding);
  if (bytes.length !== PUBLIC_KEY_LENGTH || bytes.toString(encoding) !== encoded) {
    throw new DeliveryError(
      'key.malformed',
      'The key is neither a secret (whsec_) nor an Ed25519 public key of 32 bytes in base64url (or whpk_ and base64).',
    );
  }
  const x = bytes.toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
