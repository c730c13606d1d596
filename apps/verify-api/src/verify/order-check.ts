import { keySubjectId, orderHolds, recordPlaces } from '@service/evidence';
import type { DirectoryKey } from '../views/directory.js';
import type { LogHead } from '../views/log-heads.js';
import { areFinal, type LogPlaces, type NamedElement } from '../views/log-places.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { signersOf } from './authority-holds.js';
import { KeyCheck } from './key-check.js';
import type { ReliedOn } from './log-check.js';

interface Judged {
  /** What it was judged by: the length of the authority's chain, the number of ended keys, and the log. */
  authority: number;
  ended: number;
  origin: string;
  /** Size of the log up to which it was judged; null where all that decides was in the log. */
  treeSize: number | null;
  holds: boolean;
}

/**
 * Holds an answer against the order in the log, by the rule of bundles. Places are read only where they decide: once for the
 * keys, and for a record where a key that signed has ended, or the authority has gone on since an element that the record names.
 */
export class OrderCheck {
  private readonly judged = new WeakMap<StoredRecord, Judged>();
  private readonly keys: KeyCheck;

  constructor(private readonly places: Pick<LogPlaces, 'read'>) {
    this.keys = new KeyCheck(places);
  }

  /** Whether the order holds; undefined where places must be read first. */
  holds(record: StoredRecord, on: ReliedOn, asOf: LogHead): boolean | undefined {
    const areKeysGood = this.keys.holds(on.keys, asOf);
    return areKeysGood === true ? this.recordHolds(record, on, asOf) : areKeysGood;
  }

  private recordHolds(
    record: StoredRecord,
    on: ReliedOn,
    { origin, treeSize }: LogHead,
  ): boolean | undefined {
    // Rows that disagree with their elements are not verified anyway.
    if (record.newest === undefined) return true;
    const ended = endedOf(record, on).length;
    const length = on.authority.elements.length;
    if (ended === 0 && record.authorityVersions.every((version) => version === length)) return true;
    const judged = this.judged.get(record);
    const isCurrent =
      judged?.authority === length &&
      judged.ended === ended &&
      judged.origin === origin &&
      (judged.treeSize ?? treeSize) >= treeSize;
    return isCurrent ? judged.holds : undefined;
  }

  /** Reads the places that decide, if any do. */
  async prepare(record: StoredRecord, on: ReliedOn, asOf: LogHead): Promise<void> {
    await Promise.all([
      this.keys.holds(on.keys, asOf) ?? this.keys.prepare(on.keys, asOf),
      this.recordHolds(record, on, asOf) ?? this.prepareRecord(record, on, asOf),
    ]);
  }

  private async prepareRecord(
    record: StoredRecord,
    on: ReliedOn,
    { origin, treeSize }: LogHead,
  ): Promise<void> {
    const { id } = record.snapshot;
    const { snapshot } = on.authority;
    // A copy: the directory appends to its own while the places are read.
    const elements = [...on.authority.elements];
    const authority = { subjectId: snapshot.id, elements, shown: elements };
    const ended = endedOf(record, on);
    const keys = ended.map((key) => ({
      subjectId: keySubjectId(key.snapshot.key_id),
      elements: key.elements,
    }));
    const places = await this.places.read([
      ...[...recordPlaces(record.chain), record.chain.length].map((sequence): NamedElement => [id, sequence]),
      ...sequencesOf(record, authority.elements, ended).map((each): NamedElement => [snapshot.id, each]),
      ...keys.map(({ subjectId, elements: { length } }): NamedElement => [subjectId, length]),
    ]);
    const chains = {
      records: [{ subjectId: id, elements: record.chain, shown: record.chain }],
      authorities: [authority],
      keys: keys.map((key) => ({ ...key, shown: [] })),
    };
    this.judged.set(record, {
      authority: elements.length,
      ended: ended.length,
      origin,
      treeSize: areFinal(places) ? null : treeSize,
      holds: orderHolds(chains, places, origin),
    });
  }
}

/** The ended keys that signed elements of the record or the authority. */
function endedOf({ keyIds }: StoredRecord, { authority, keys }: ReliedOn): DirectoryKey[] {
  return keys.filter(
    ({ snapshot: { state, key_id } }) =>
      state === 'revoked' && (keyIds.includes(key_id) || signersOf(authority).includes(key_id)),
  );
}

/**
 * The authority's elements whose places decide: those that follow one that the record names, and the last under each ended key,
 * before which the log has the others. So their number does not grow with the authority's history.
 */
function sequencesOf(
  { authorityVersions }: StoredRecord,
  elements: ReliedOn['authority']['elements'],
  ended: readonly DirectoryKey[],
): number[] {
  const following = authorityVersions.map((version) => version + 1);
  const last = ended.map(
    ({ snapshot }) => elements.findLastIndex(({ signature }) => signature?.key_id === snapshot.key_id) + 1,
  );
  const sequences = new Set([...following, ...last]);
  return [...sequences].filter((sequence) => sequence > 0 && sequence <= elements.length);
}
