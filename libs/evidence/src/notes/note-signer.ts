import { utf8 } from '#platform';
import { decodeBase64url } from '../encoding/base-encodings.js';
import type { SigningKey } from '../signing/signing-key.js';
import { cosignedMessage, encodeCosignature } from './cosignature.js';
import { formatNote, type NoteSignature, type SignedNote } from './signed-note.js';
import { SignatureType, verifierKey, type VerifierKey } from './verifier-key.js';

/** Signs the text of notes under a name. */
export interface NoteSigner {
  /** The key for verifiers; `formatVerifierKey` makes its vkey. */
  verifierKey: VerifierKey;
  sign(text: string): Uint8Array;
}

/** Signs the text itself, type 0x01. @throws RangeError for an invalid name. */
export function noteSigner(name: string, key: SigningKey): NoteSigner {
  return {
    verifierKey: verifierKey(name, SignatureType.ed25519, decodeBase64url(key.publicKey)),
    sign: (text) => key.sign(utf8(text)),
  };
}

/**
 * Cosigns a checkpoint, type 0x04. C2SP tlog-cosignature, `cosignature/v1`.
 * @param now seconds since the Unix epoch.
 * @throws RangeError for an invalid name.
 */
export function noteCosigner(name: string, key: SigningKey, now: () => number): NoteSigner {
  return {
    verifierKey: verifierKey(name, SignatureType.cosignature, decodeBase64url(key.publicKey)),
    sign(text) {
      const time = now();
      return encodeCosignature(time, key.sign(cosignedMessage(BigInt(time), text)));
    },
  };
}

/** Signs a text. */
export function signText(text: string, { verifierKey: { name, keyHash }, sign }: NoteSigner): NoteSignature {
  return { name, keyHash, signature: sign(text) };
}

/** A text as a note, signed by all signers. @throws RangeError where the text is invalid for a note. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  return formatNote({ text, signatures: signers.map((signer) => signText(text, signer)) });
}

/** Appends signatures to a note; they replace earlier signatures of the same keys. */
export function addSignatures(note: SignedNote, added: readonly NoteSignature[]): SignedNote {
  const others = note.signatures.filter((old) => !added.some((fresh) => isSameKey(old, fresh)));
  return { text: note.text, signatures: [...others, ...added] };
}

function isSameKey(left: NoteSignature, right: NoteSignature): boolean {
  return left.name === right.name && left.keyHash === right.keyHash;
}
