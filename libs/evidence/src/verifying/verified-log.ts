import { sameHash } from '../merkle/index.js';
import { CheckFailed, NotChecked } from './checklist.js';
import type { LogEntries } from './log-entries.js';

/** A size of the log, and its root at that size. */
export interface LogPosition {
  size: number;
  root: Uint8Array;
}

/** What is known of one log. */
export interface VerifiedLog {
  positions: readonly LogPosition[];
  /** Its entries from the first on, whose root was compared with those positions; null where they are not at hand. */
  entries: LogEntries | null;
}

/**
 * Holds a position against positions of one log.
 * @returns what it was held against.
 * @throws CheckFailed where it is no position of that log, NotChecked where nothing at hand can tell.
 */
export function comparePositions(position: LogPosition, { positions, entries }: VerifiedLog): string {
  const same = positions.find(({ size }) => size === position.size);
  const root = same?.root ?? entries?.rootAt(position.size) ?? null;
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
