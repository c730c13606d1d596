import type { ElementSignature } from '@service/evidence';

/** Bytes of a key's id, which is an RFC 7638 thumbprint by SHA-256. */
const KEY_ID = 32;

/**
 * A signature as an event's row holds it: the bytes of its key's id, then those of its value.
 * @throws TypeError for the id of a key that is no thumbprint.
 */
export function encodeSignature({ key_id, value }: ElementSignature): Buffer {
  const keyId = Buffer.from(key_id, 'base64url');
  if (keyId.length !== KEY_ID) throw new TypeError('The id of a signature’s key is no thumbprint.');
  return Buffer.concat([keyId, Buffer.from(value, 'base64url')]);
}

/** Reads a stored signature. It is not trusted: bytes of any length are read. */
export function decodeSignature(bytes: Buffer): ElementSignature {
  const key_id = bytes.toString('base64url', 0, KEY_ID);
  return { key_id, algorithm: 'Ed25519', value: bytes.toString('base64url', KEY_ID) };
}
