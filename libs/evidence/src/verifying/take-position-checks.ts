import type { AsOf } from '../answers/index.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { checkAbsence } from './absence-checks.js';
import type { SubjectChain } from './chains.js';
import { atHand, derive, valuesOf, type Checklist, type Established } from './checklist.js';
import type { LogIndices } from './inclusion-checks.js';
import type { LogEntries } from './log-entries.js';
import { checkAsOfElements, doubtBetween } from './position-checks.js';
import { checkAsOfTime, type Freshness } from './time-checks.js';
import type { Trust } from './trust.js';

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
