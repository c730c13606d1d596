import type { NoteSignature } from '@service/evidence';
import type { PublishedLog } from './cosignatures.js';

/** Identifies a witness. */
type WitnessKey = Pick<NoteSignature, 'name' | 'keyHash'>;

/** A checkpoint to serve, with its cosignatures. */
export interface ChosenCheckpoint {
  size: number;
  cosignatures: NoteSignature[];
}

/**
 * Chooses the checkpoint to serve: the newest one that all awaited witnesses cosigned, or else the one that is
 * served. Where that has been served for too long, or none is served, the newest of all.
 * @param witnesses that are configured; cosignatures of others are left out.
 * @param isLate whether another checkpoint has been the newest for too long.
 */
export function chooseServed(
  { head, floor, cosignatures }: Pick<PublishedLog, 'head' | 'floor' | 'cosignatures'>,
  witnesses: readonly (WitnessKey & { isAwaited: boolean })[],
  isLate: boolean,
): ChosenCheckpoint {
  const linesOf = (size: number): NoteSignature[] =>
    cosignatures
      .filter((kept) => kept.size === size && witnesses.some((witness) => isBy(witness, kept.signature)))
      .map(({ signature }) => signature);
  const awaited = witnesses.filter(({ isAwaited }) => isAwaited);
  const isComplete = (size: number): boolean =>
    awaited.every((witness) => linesOf(size).some((line) => isBy(witness, line)));
  const complete = cosignatures
    .map(({ size }) => size)
    .filter((size) => (size > floor || size === head.size) && awaited.length > 0 && isComplete(size));
  const size = complete.length > 0 ? Math.max(...complete) : isLate ? head.size : floor;
  return { size, cosignatures: linesOf(size) };
}

function isBy(witness: WitnessKey, { name, keyHash }: NoteSignature): boolean {
  return witness.name === name && witness.keyHash === keyHash;
}
