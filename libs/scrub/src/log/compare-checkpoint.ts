import {
  EvidenceError,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  sameHash,
  type NoteVerifier,
} from '@service/evidence';
import type { CheckpointRow } from './read-log.js';

/** The faults of a checkpoint, and whether a key of the ring signed it. */
export interface JudgedCheckpoint {
  wrong: string[];
  signed: boolean;
}

/**
 * Compares a checkpoint with the leaves and with its note.
 * @param root of the leaves.
 * @param mustBeSigned by a key of the ring; false for checkpoints that are older than all of its keys.
 */
export function judgeCheckpoint(
  row: CheckpointRow,
  root: Uint8Array,
  log: { origin: string; verifiers: readonly NoteVerifier[] },
  mustBeSigned: boolean,
): JudgedCheckpoint {
  const wrong: string[] = [];
  if (!sameHash(row.root, root)) wrong.push('its root is not that of the leaves');
  try {
    const { checkpoint, signed } = openNote(row.note, log, mustBeSigned);
    if (checkpoint.size !== row.size || !sameHash(checkpoint.root, row.root)) {
      wrong.push('its note says another size or root');
    }
    return { wrong, signed };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { wrong: [...wrong, `its note is invalid (${error.code})`], signed: false };
  }
}

function openNote(
  note: string,
  { origin, verifiers }: { origin: string; verifiers: readonly NoteVerifier[] },
  mustBeSigned: boolean,
) {
  const { text, signatures } = parseNote(note);
  const isOurs = ({ name, keyHash }: { name: string; keyHash: number }): boolean =>
    verifiers.some((verifier) => verifier.name === name && verifier.keyHash === keyHash);
  const signed = signatures.some(isOurs);
  if (signed || mustBeSigned || !signatures.some(({ name }) => name === origin)) {
    return {
      checkpoint: openCheckpoint(note, { origin, log: verifiers, cosigners: [] }).checkpoint,
      signed: true,
    };
  }
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== origin) {
    throw new EvidenceError('checkpoint.other_origin', 'This is the checkpoint of another log.');
  }
  return { checkpoint, signed };
}
