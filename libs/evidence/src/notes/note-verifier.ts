import { EvidenceError } from '../evidence-error.js';
import { VerifyingKey } from '../signing/verifying-key.js';
import { cosignedMessage, decodeCosignature } from './cosignature.js';
import { parseNote, type NoteSignature } from './signed-note.js';
import { SignatureType, verifierKey, type VerifierKey } from './verifier-key.js';

/** Checks the signatures of one trusted key. */
export interface NoteVerifier {
  name: string;
  keyHash: number;
  verify(text: string, signature: Buffer): boolean;
}

/**
 * The verifier of a key; null for an unknown signature type.
 * @throws EvidenceError `key.malformed` on an unsound public key.
 */
export function noteVerifier({ name, keyHash, type, publicKey }: VerifierKey): NoteVerifier | null {
  if (type === SignatureType.ed25519) {
    const key = new VerifyingKey(publicKey);
    return { name, keyHash, verify: (text, signature) => key.verify(Buffer.from(text), signature) };
  }
  if (type === SignatureType.cosignature) {
    const key = new VerifyingKey(publicKey);
    return { name, keyHash, verify: (text, signature) => verifyCosignature(key, text, signature) };
  }
  return null;
}

function verifyCosignature(key: VerifyingKey, text: string, bytes: Buffer): boolean {
  const parts = decodeCosignature(bytes);
  return parts !== null && key.verify(cosignedMessage(parts.time, text), parts.signature);
}

/** The cosigning key of a witness that published its key for plain notes; other keys are returned unchanged. */
export function cosignerKey(key: VerifierKey): VerifierKey {
  return key.type === SignatureType.ed25519
    ? verifierKey(key.name, SignatureType.cosignature, key.publicKey)
    : key;
}

/** A note with at least one signature by a known key, all of them valid. */
export interface OpenedNote {
  text: string;
  /** One for each known key that signed. */
  verified: NoteSignature[];
  /** Of unknown keys and types, which prove nothing. */
  ignored: NoteSignature[];
}

/**
 * Reads a note and checks every signature of a known key. Other signatures are ignored, even if either the name or the
 * hash is known. C2SP signed-note, "Signatures".
 * @throws EvidenceError `note.malformed`; `note.bad_signature` where any signature of a known key is invalid;
 * `note.unsigned` where no known key signed.
 */
export function openNote(note: string, known: readonly NoteVerifier[]): OpenedNote {
  const { text, signatures } = parseNote(note);
  const opened: OpenedNote = { text, verified: [], ignored: [] };
  for (const signature of signatures) {
    const verifier = find(known, signature);
    if (verifier === undefined) {
      opened.ignored.push(signature);
    } else if (!verifier.verify(text, signature.signature)) {
      throw new EvidenceError('note.bad_signature', `The signature of ${signature.name} is not good.`);
    } else if (find(opened.verified, signature) === undefined) {
      opened.verified.push(signature);
    }
  }
  if (opened.verified.length === 0) throw new EvidenceError('note.unsigned', 'No known key signed the note.');
  return opened;
}

function find<Key extends { name: string; keyHash: number }>(
  keys: readonly Key[],
  { name, keyHash }: NoteSignature,
): Key | undefined {
  return keys.find((key) => key.name === name && key.keyHash === keyHash);
}
