import { decodeBase64, encodeBase64, sha256, utf8 } from '#platform';
import { concatBytes, viewOf } from '../encoding/bytes.js';
import { EvidenceError } from '../evidence-error.js';
import { PUBLIC_KEY_LENGTH } from '../signing/ed25519-rules.js';
import { isKeyName } from './key-name.js';

/** Known signature types by their byte. C2SP signed-note, "Signature types". */
export const SignatureType = { ed25519: 0x01, cosignature: 0x04 } as const;

/** A public key with its name on notes; the content of a vkey of C2SP signed-note. */
export interface VerifierKey {
  name: string;
  /** First four bytes of SHA-256(name ‖ LF ‖ type ‖ public key), big-endian: the note's key ID. */
  keyHash: number;
  /** Byte of the signature type. Unknown types are read as well, and verify nothing. */
  type: number;
  publicKey: Uint8Array;
}

/** The key hash of a name and a public key. C2SP signed-note. */
export function noteKeyHash(name: string, type: number, publicKey: Uint8Array): number {
  return viewOf(sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey))).getUint32(0);
}

/** A named key. @throws RangeError for an invalid name. */
export function verifierKey(name: string, type: number, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new RangeError('A key name has no spaces and no plus, and is not empty.');
  return { name, type, publicKey: Uint8Array.from(publicKey), keyHash: noteKeyHash(name, type, publicKey) };
}

/** The vkey text, `<name>+<hash in 8 hex digits>+<base64 of type ‖ public key>`. */
export function formatVerifierKey({ name, keyHash, type, publicKey }: VerifierKey): string {
  const hash = keyHash.toString(16).padStart(8, '0');
  return `${name}+${hash}+${encodeBase64(concatBytes(Uint8Array.of(type), publicKey))}`;
}

const HASH = /^[0-9a-f]{8}$/;

/**
 * Reads a vkey text.
 * @throws EvidenceError `verifier_key.malformed` on another form or, for a known type, another hash or length.
 */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', hash = '', ...rest] = text.split('+');
  if (!isKeyName(name)) throw malformed('its name is invalid');
  if (!HASH.test(hash)) throw malformed('its hash has not 8 lower-case hex digits');
  // Base64 uses the plus as a digit.
  const bytes = decodeBase64(rest.join('+'));
  if (bytes === null) throw malformed('its key is not base64');
  const [type] = bytes;
  if (type === undefined) throw malformed('it holds no key');
  const publicKey = bytes.subarray(1);
  const keyHash = Number.parseInt(hash, 16);
  if (Object.values(SignatureType).some((known) => known === type)) {
    if (publicKey.length !== PUBLIC_KEY_LENGTH) throw malformed('its key has not 32 bytes');
    if (keyHash !== noteKeyHash(name, type, publicKey)) throw malformed('its hash is that of another key');
  }
  return { name, keyHash, type, publicKey };
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('verifier_key.malformed', `This is not a vkey: ${reason}.`);
}
