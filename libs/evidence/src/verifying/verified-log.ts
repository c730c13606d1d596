import { sameHash } from '../merkle/index.js';
import { CheckFailed, NotChecked } from './checklist.js';
import type { LogEntries } from './log-entries.js';

/** A size of the log, and its root at that size. */
export interface LogPosition {
  size: number;
  root: Uint8Array;
}

/** Verified positions and entries of one log. */
export interface VerifiedLog {
  positions: readonly LogPosition[];
  /** The log's entries from the first, whose root was compared with the positions; null where they are not given. */
  entries: LogEntries | null;
}

/** The log's root at a size; null where nothing tells it. */
export function rootAt(size: number, { positions, entries }: VerifiedLog): Uint8Array | null {
  return positions.find((each) => each.size === size)?.root ?? entries?.rootAt(size) ?? null;
}

/**
 * Compares a position with one log.
 * @returns what it was compared with.
 * @throws CheckFailed where it is not a position of that log, NotChecked where it cannot be compared.
 */
export function comparePositions(position: LogPosition, { positions, entries }: VerifiedLog): string {
  const root = rootAt(position.size, { positions, entries });
  if (root === null) {
    throw new NotChecked(
      `no proof at hand leads from the tree of ${position.size}; the entries of the log up to its size tell it`,
    );
  }
  if (!sameHash(root, position.root)) {
    throw new CheckFailed(
      'the log has another root at that size: it showed two histories',
      `tree of ${position.size}`,
    );
  }
  return `tree of ${position.size}`;
}
