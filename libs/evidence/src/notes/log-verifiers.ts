import { decodeBase64url } from '../encoding/base-encodings.js';
import type { KeyRing } from '../signing/key-ring.js';
import { noteVerifier, type NoteVerifier } from './note-verifier.js';
import { SignatureType, verifierKey, type VerifierKey } from './verifier-key.js';

/** A checkpoint key as verifiers pin it. @param origin of the log, under whose name its keys sign. */
export function logKey(origin: string, { publicKey }: { publicKey: string }): VerifierKey {
  return verifierKey(origin, SignatureType.ed25519, decodeBase64url(publicKey));
}

/** The verifiers of a log's checkpoint keys: those that sign, and the retired ones up to their last tree. */
export function logVerifiers(ring: KeyRing, origin: string): NoteVerifier[] {
  return [...ring.all('checkpoint'), ...ring.retired].flatMap((key) => {
    const verifier = noteVerifier(logKey(origin, key));
    if (verifier === null) return [];
    return 'treeSize' in key ? { ...verifier, lastSize: key.treeSize } : verifier;
  });
}
