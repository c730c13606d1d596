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
 * The log holds no later element of the subjects before the answer's position. Without the entries this is not checked,
 * and the report names the slots of possible later elements.
 */
export function checkAbsence(
  chains: readonly SubjectChain<{ salt: string }>[],
  { treeSize }: AsOf,
  entries: Established<LogEntries>,
): Passed<null> {
  const slots = chains.map((chain) => slotAfter(newestOf(chain)).toString('hex'));
  const about = `slot ${slots.join(', ')} below ${treeSize}`;
  if (entries.value === undefined) {
    throw new NotChecked('only the entries of the log tell that a later element is not there', about);
  }
  for (const chain of chains) {
    const { content, digest } = newestOf(chain);
    const index = entries.value.of.successorOf({ salt: content.salt, digest: digest as Digest }, treeSize);
    if (index !== null) {
      throw new CheckFailed(`the log holds a later element at ${index}, below ${treeSize}`, chain.subjectId);
    }
  }
  return new Passed(null, about);
}
