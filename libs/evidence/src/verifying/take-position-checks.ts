import type { AsOf } from '../answers/index.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { checkAbsence, findSuccessor } from './absence-checks.js';
import { type SubjectChain, newestOf } from './chains.js';
import {
  atHand,
  derive,
  valuesOf,
  type Checklist,
  type Established,
  CheckFailed,
  NotChecked,
  Passed,
} from './checklist.js';
import type { LogIndices } from './inclusion-checks.js';
import type { LogEntries } from './log-entries.js';
import { checkAsOfTime, type Freshness, POSITION_LAG } from './time-checks.js';
import type { Trust } from './trust.js';
import { millisecondsOf } from '../moments.js';

type Chains<Content> = Established<readonly SubjectChain<Content>[]>;

/** The answer's position, and what the answer shows. */
interface Shown {
  asOf: Established<AsOf>;
  records: Chains<RecordElementContent>;
  authorities: Chains<AuthorityElementContent>;
  keys: Chains<KeyElementContent>;
}

/** What is known of the log. */
interface KnownLog {
  /** Log indices of the newest elements, by subject. */
  places: LogIndices;
  /** Checkpoints that a pinned key signed. */
  trees: readonly OpenedCheckpoint[];
  entries: Established<LogEntries>;
  /** Size of the bundle's checkpoint; 0 without one. */
  size: number;
}

/** The answer's position holds what is shown, was the newest at its time, and nothing shown had a successor. */
export function takePositionChecks(
  list: Checklist,
  { asOf, records, authorities, keys }: Shown,
  { places, trees, entries, size }: KnownLog,
  trust: Trust,
  freshness: Freshness,
): void {
  const chains = [...valuesOf(records), ...valuesOf(authorities), ...valuesOf(keys)];
  list.take('as_of.elements', [asOf, records], (position) =>
    checkAsOfElements(position, chains, places, freshness),
  );
  const isWhole = [records, authorities, keys].every(({ value }) => value !== undefined);
  const known = {
    chains: isWhole ? chains : null,
    entries: entries.value?.of ?? null,
    shown: new Set(places.values()),
  };
  const proven = list.take('as_of.time', [asOf], (position) =>
    checkAsOfTime(position, trees, trust, freshness, (from, to) => doubtBetween(from, to, known)),
  );
  // Where no witness tells a time, everything below the checkpoint counts.
  const until =
    trust.quorum === null ? derive(asOf, ({ treeSize }) => atHand(Math.max(treeSize, size))) : proven;
  list.take('absence.record', [records, asOf], (all, at) => checkAbsence(all, at, entries, until));
  list.take('absence.authorities', [authorities, asOf], (all, at) => checkAbsence(all, at, entries, until));
  list.take('absence.keys', [keys, asOf], (all, at) => checkAbsence(all, at, entries, until));
}

/**
 * The tree of the answer's position holds the newest elements that are shown. The service may show an element that is newer
 * than its position only for moments.
 * @param indices log indices of the newest elements, by subject.
 */
function checkAsOfElements(
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
interface KnownEntries {
  /** Everything that the answer depends on; null where it does not show that. */
  chains: readonly SubjectChain<{ salt: string }>[] | null;
  /** Null where they are not given. */
  entries: LogEntries | null;
  /** Indices of entries that are shown. */
  shown: ReadonlySet<number>;
}

/** Why the entries from one size of the log to another may change what the answer says; null where they do not. */
function doubtBetween(from: number, to: number, { chains, entries, shown }: KnownEntries): string | null {
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
