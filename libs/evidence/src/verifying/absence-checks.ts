import { encodeHex } from '../encoding/base-encodings.js';
import type { AsOf } from '../answers/index.js';
import type { Digest } from '../digest.js';
import { newestOf, slotAfter, type SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed, type Established } from './checklist.js';
import type { LogEntries } from './log-entries.js';
import { comparePositions, type LogPosition } from './verified-log.js';

/** The given entries are those of the checkpoint's log. */
export function checkEntries(
  entries: LogEntries | undefined,
  positions: readonly LogPosition[],
): Passed<LogEntries> {
  if (entries === undefined) throw new NotChecked('the entries of the log are not given');
  if (positions.length === 0) throw new NotChecked('no position of the log is known to compare them with');
  for (const position of positions) {
    const { size } = position;
    if (size > entries.size) throw new CheckFailed(`they are ${entries.size}, and the log has ${size}`);
    comparePositions(position, { positions: [], entries });
  }
  return new Passed(entries, `${entries.size} entries`);
}

/** No slot occurs twice: no history forks. */
export function checkSlots({ repeated, size }: LogEntries): Passed<null> {
  if (repeated !== null) {
    const { slot, first, second } = repeated;
    throw new CheckFailed(`the entries ${first} and ${second} have the same slot`, slot);
  }
  return new Passed(null, `${size} slots`);
}

/**
 * The log holds no later element of the subjects, neither below the answer's position nor up to the tree that proves the
 * position's time. Without the entries this is not checked, and the report names the slots of possible later elements.
 * @param until size of that tree.
 */
export function checkAbsence(
  chains: readonly SubjectChain<{ salt: string }>[],
  { treeSize }: AsOf,
  entries: Established<LogEntries>,
  until: Established<number>,
): Passed<null> {
  const slots = chains.map((chain) => encodeHex(slotAfter(newestOf(chain)))).join(', ');
  if (entries.value === undefined) {
    const why = 'only the entries of the log tell that a later element is not there';
    throw new NotChecked(why, `slot ${slots} below ${treeSize}`);
  }
  const log = entries.value.of;
  const below = findSuccessor(chains, log, treeSize);
  if (below !== null) {
    throw new CheckFailed(
      `the log holds a later element at ${below.index}, below ${treeSize}`,
      below.subjectId,
    );
  }
  if (until.value === undefined) {
    throw new NotChecked(until.missing ?? 'the time of the position is not decided', `slot ${slots}`);
  }
  const after = findSuccessor(chains, log, until.value.of);
  if (after !== null) {
    const why = `not decided: the log holds a later element at ${after.index}, above ${treeSize}`;
    throw new NotChecked(why, after.subjectId);
  }
  return new Passed(null, `slot ${slots} below ${until.value.of}`);
}

/** The first subject whose newest element has a successor in the log below a size, with the index; null without one. */
export function findSuccessor(
  chains: readonly SubjectChain<{ salt: string }>[],
  entries: LogEntries,
  below: number,
): { subjectId: string; index: number } | null {
  for (const chain of chains) {
    const { content, digest } = newestOf(chain);
    const index = entries.successorOf({ salt: content.salt, digest: digest as Digest }, below);
    if (index !== null) return { subjectId: chain.subjectId, index };
  }
  return null;
}
