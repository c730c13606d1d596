import { utf8 } from '#platform';
import { EvidenceError } from '../evidence-error.js';
import { VerifyingKey } from '../signing/verifying-key.js';
import { cosignedMessage, decodeCosignature } from './cosignature.js';
import { parseNote, type NoteSignature } from './signed-note.js';
import { SignatureType, noteKeyHash, verifierKey, type VerifierKey } from './verifier-key.js';

/** A key whose signatures on notes are known. */
export interface KnownKey {
  /** Whether a signature names this key. */
  isNamedBy(signature: Pick<NoteSignature, 'name' | 'keyHash'>): boolean;
  verify(text: string, signature: Uint8Array): boolean;
}

/** Checks the signatures of one trusted key. */
export interface NoteVerifier extends KnownKey {
  name: string;
  keyHash: number;
  /** The largest tree for whose checkpoint the signature counts, where the key of the log is retired. */
  lastSize?: number;
}

/**
 * The verifier of a key; null for an unknown signature type.
 * @throws EvidenceError `key.malformed` on an unsound public key.
 */
export function noteVerifier({ name, keyHash, type, publicKey }: VerifierKey): NoteVerifier | null {
  const isNamedBy = (by: Pick<NoteSignature, 'name' | 'keyHash'>) =>
    by.name === name && by.keyHash === keyHash;
  if (type === SignatureType.ed25519) {
    const key = new VerifyingKey(publicKey);
    const verify: KnownKey['verify'] = (text, signature) => key.verify(utf8(text), signature);
    return { name, keyHash, isNamedBy, verify };
  }
  if (type === SignatureType.cosignature) {
    return { name, keyHash, isNamedBy, verify: cosignatureVerifier(publicKey) };
  }
  return null;
}

/**
 * The verifier of a witness's key whose name is not known: whatever name a signature gives, its hash must be the one of
 * that name and this key. @throws EvidenceError `key.malformed` on an unsound public key.
 */
export function namelessCosigner(publicKey: Uint8Array): KnownKey {
  return {
    isNamedBy: ({ name, keyHash }) => keyHash === noteKeyHash(name, SignatureType.cosignature, publicKey),
    verify: cosignatureVerifier(publicKey),
  };
}

function cosignatureVerifier(publicKey: Uint8Array): KnownKey['verify'] {
  const key = new VerifyingKey(publicKey);
  return (text, signature) => verifyCosignature(key, text, signature);
}

function verifyCosignature(key: VerifyingKey, text: string, bytes: Uint8Array): boolean {
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
  /** Signatures by unknown keys or of unknown types, which prove nothing. */
  ignored: NoteSignature[];
}

/**
 * Reads a note and checks every signature of a known key. Other signatures are ignored, even if either the name or the
 * hash is known. C2SP signed-note, "Signatures".
 * @throws EvidenceError `note.malformed`; `note.bad_signature` where any signature of a known key is invalid;
 * `note.unsigned` where no known key signed.
 */
export function openNote(note: string, known: readonly KnownKey[]): OpenedNote {
  const { text, signatures } = parseNote(note);
  const opened: OpenedNote = { text, verified: [], ignored: [] };
  const signed = new Set<KnownKey>();
  for (const signature of signatures) {
    const key = known.find((each) => each.isNamedBy(signature));
    if (key === undefined) {
      opened.ignored.push(signature);
    } else if (!key.verify(text, signature.signature)) {
      throw new EvidenceError('note.bad_signature', `The signature of ${signature.name} is not good.`);
    } else if (!signed.has(key)) {
      signed.add(key);
      opened.verified.push(signature);
    }
  }
  if (opened.verified.length === 0) throw new EvidenceError('note.unsigned', 'No known key signed the note.');
  return opened;
}
