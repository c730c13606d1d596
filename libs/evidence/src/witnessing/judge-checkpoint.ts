import { EvidenceError } from '../evidence-error.js';
import { EMPTY_ROOT, sameHash } from '../merkle/hashing.js';
import { verifyConsistency } from '../merkle/verify-consistency.js';
import { parseCheckpoint, type Checkpoint } from '../notes/checkpoint.js';
import { openNote, type NoteVerifier } from '../notes/note-verifier.js';
import { parseNote } from '../notes/signed-note.js';
import type { AddCheckpoint } from './add-checkpoint.js';

/** Why a witness does not cosign, with the status code of C2SP tlog-witness. */
export class CosigningRefused extends Error {
  override readonly name = 'CosigningRefused';

  constructor(
    readonly status: 400 | 403 | 404 | 409 | 422,
    reason: string,
    /** With 409 the size of the last cosigned checkpoint. */
    readonly size: number | null = null,
  ) {
    super(reason);
  }
}

/** The keys of the witnessed logs by origin. */
export type WitnessedLogs = ReadonlyMap<string, readonly NoteVerifier[]>;

/**
 * Reads a checkpoint that is offered to a witness.
 * @throws CosigningRefused 400 for an invalid checkpoint, 404 for an unknown log, 403 where none of the log's keys signed
 * or a signature of one is invalid.
 */
export function openOffered({ checkpoint: note, oldSize }: AddCheckpoint, logs: WitnessedLogs): Checkpoint {
  const checkpoint = readOffered(note);
  const known = logs.get(checkpoint.origin);
  if (known === undefined) throw new CosigningRefused(404, 'The log is not known here.');
  try {
    openNote(note, known);
  } catch (error) {
    if (error instanceof EvidenceError) throw new CosigningRefused(403, error.message);
    throw error;
  }
  if (oldSize > checkpoint.size) {
    throw new CosigningRefused(400, 'The old size is larger than that of the checkpoint.');
  }
  return checkpoint;
}

function readOffered(note: string): Checkpoint {
  try {
    return parseCheckpoint(parseNote(note).text);
  } catch (error) {
    if (error instanceof EvidenceError) throw new CosigningRefused(400, error.message);
    throw error;
  }
}

/**
 * Checks that a witness may cosign a checkpoint: its tree is, or grew from, the last cosigned one. Do not check another
 * checkpoint of the log before this one is stored.
 * @param latest the last cosigned checkpoint; null without one.
 * @throws CosigningRefused 409 where the request names another size, or the tree of the same size has another root; 422
 * where the proof does not show that the tree grew.
 */
export function requireGrowth(
  { oldSize, proof }: AddCheckpoint,
  { size, root }: Checkpoint,
  latest: Checkpoint | null,
): void {
  const { size: fromSize, root: fromRoot } = latest ?? { size: 0, root: EMPTY_ROOT };
  if (oldSize !== fromSize) {
    throw new CosigningRefused(409, 'Another size was cosigned last.', fromSize);
  }
  if (size === fromSize && !sameHash(root, fromRoot)) {
    throw new CosigningRefused(409, 'Another root was cosigned at this size.', fromSize);
  }
  if (!verifyConsistency({ fromSize, fromRoot, toSize: size, toRoot: root, proof })) {
    throw new CosigningRefused(422, 'The proof does not show that the tree grew from the one before.');
  }
}
