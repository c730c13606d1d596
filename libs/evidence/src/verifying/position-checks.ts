import type { AsOf } from '../answers/index.js';
import { millisecondsOf } from '../moments.js';
import { findSuccessor } from './absence-checks.js';
import { newestOf, type SubjectChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { LogIndices } from './inclusion-checks.js';
import type { LogEntries } from './log-entries.js';
import { POSITION_LAG, type Freshness } from './time-checks.js';

/**
 * The tree of the answer's position holds the newest elements that are shown. The service may show an element that is newer
 * than its position only for moments.
 * @param indices log indices of the newest elements, by subject.
 */
export function checkAsOfElements(
  { treeSize, at }: AsOf,
  chains: readonly SubjectChain<{ occurred_at: string }>[],
  indices: LogIndices,
  { slack }: Freshness,
): Passed<null> {
  const placed = chains.filter(({ subjectId }) => indices.has(subjectId));
  if (placed.length === 0) throw new NotChecked('the log index of no element is proven', `${treeSize}`);
  const earliest = millisecondsOf(at) - POSITION_LAG - slack;
  for (const chain of placed) {
    const index = indices.get(chain.subjectId) as number;
    const { occurred_at } = newestOf(chain).content;
    if (index >= treeSize && millisecondsOf(occurred_at) < earliest) {
      const why = `the tree of ${treeSize} does not hold what it shows: its newest element of ${occurred_at} is at ${index}`;
      throw new CheckFailed(why, chain.subjectId);
    }
  }
  return new Passed(null, `${placed.length} below ${treeSize}, or newer than ${at}`);
}

/** What is known of the log besides its trees. */
export interface KnownEntries {
  /** Everything that the answer depends on; null where it does not show that. */
  chains: readonly SubjectChain<{ salt: string }>[] | null;
  /** Null where they are not given. */
  entries: LogEntries | null;
  /** Indices of entries that are shown. */
  shown: ReadonlySet<number>;
}

/** Why the entries from one size of the log to another may change what the answer says; null where they do not. */
export function doubtBetween(
  from: number,
  to: number,
  { chains, entries, shown }: KnownEntries,
): string | null {
  const count = to - from;
  if (count <= shown.size && indicesFrom(from, count).every((index) => shown.has(index))) return null;
  if (chains === null || entries === null || entries.size < to) {
    return `only the entries of the log tell what the ${count} between ${from} and the cosigned tree of ${to} are`;
  }
  const later = findSuccessor(chains, entries, to);
  if (later === null) return null;
  return `the cosigned tree of ${to} holds a later element of ${later.subjectId} at ${later.index}`;
}

function indicesFrom(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}
