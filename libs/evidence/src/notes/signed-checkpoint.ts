import { EvidenceError } from '../evidence-error.js';
import { parseCheckpoint, type Checkpoint } from './checkpoint.js';
import { decodeCosignature } from './cosignature.js';
import { openNote, type KnownKey, type NoteVerifier } from './note-verifier.js';

/** The trusted keys of a log and its cosigners. */
export interface CheckpointTrust {
  origin: string;
  /** Keys of the log, one of which must have signed, before it was retired. */
  log: readonly NoteVerifier[];
  /** Keys of cosigners. The caller decides how many must have signed. */
  cosigners: readonly KnownKey[];
}

/** A cosigner's statement that it saw the tree grow up to a checkpoint. */
export interface Cosignature {
  name: string;
  keyHash: number;
  /** Seconds since the Unix epoch. */
  time: bigint;
}

/** A checkpoint whose signatures were checked. */
export interface OpenedCheckpoint {
  checkpoint: Checkpoint;
  /** The cosignatures of known cosigners. */
  cosignatures: Cosignature[];
}

/**
 * Checks the note of a checkpoint and reads it.
 * @throws EvidenceError as `openNote` and `parseCheckpoint`; `note.unsigned` also where only cosigners signed;
 * `checkpoint.other_origin` for the checkpoint of another log.
 */
export function openCheckpoint(note: string, { origin, log, cosigners }: CheckpointTrust): OpenedCheckpoint {
  const { text, verified } = openNote(note, [...log, ...cosigners]);
  const isBy = (keys: readonly KnownKey[]) => (signature: { name: string; keyHash: number }) =>
    keys.some((key) => key.isNamedBy(signature));
  const signers = log.filter((key) => verified.some((signature) => key.isNamedBy(signature)));
  if (signers.length === 0) throw new EvidenceError('note.unsigned', 'The log did not sign the checkpoint.');
  const checkpoint = parseCheckpoint(text);
  if (signers.every(({ lastSize = Infinity }) => lastSize < checkpoint.size)) {
    throw new EvidenceError('note.unsigned', 'Only keys signed the checkpoint that had been retired before.');
  }
  if (checkpoint.origin !== origin) {
    throw new EvidenceError('checkpoint.other_origin', 'This is the checkpoint of another log.');
  }
  const cosignatures = verified.filter(isBy(cosigners)).flatMap(({ name, keyHash, signature }) => {
    const parts = decodeCosignature(signature);
    return parts === null ? [] : [{ name, keyHash, time: parts.time }];
  });
  return { checkpoint, cosignatures };
}
