import { dueIn, keySubjectId, orderFault, type ElementPlaces } from '@service/evidence';
import type { DirectoryAuthority, DirectoryKey } from '../views/directory.js';
import type { LogHead } from '../views/log-head.js';
import {
  countsFor,
  judgedBy,
  type JudgedByPlaces,
  type LogPlaces,
  type NamedElement,
} from '../views/log-places.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { signersOf } from './authority-holds.js';
import { KeyCheck } from './key-check.js';
import type { ReliedOn } from './log-check.js';
import type { LogContradictions } from './log-contradictions.js';

interface JudgedAuthority extends JudgedByPlaces {
  /** Length of its chain. */
  length: number;
}

interface Judged extends JudgedByPlaces {
  /** Length of the authority's chain, and number of ended keys, when it was judged: it is judged again where one differs. */
  authority: number;
  ended: number;
}

/**
 * Holds an answer against the order in the log, by the rule of bundles. Places are read only where they decide: once for the
 * keys and the authority, and for a record where a key that signed has ended or was published behind an element, or the authority
 * has gone on since an element that the record names.
 */
export class OrderCheck {
  private readonly judged = new WeakMap<StoredRecord, Judged>();
  /** By the directory's chain, to which it appends. */
  private readonly authorities = new WeakMap<DirectoryAuthority['elements'], JudgedAuthority>();
  private readonly keys: KeyCheck;

  constructor(
    private readonly places: Pick<LogPlaces, 'read'>,
    private readonly contradictions: Pick<LogContradictions, 'refuted'>,
  ) {
    this.keys = new KeyCheck(places, contradictions);
  }

  /** Whether the order holds; undefined where places must be read first. */
  holds(record: StoredRecord, on: ReliedOn, asOf: LogHead): boolean | undefined {
    // All are asked, even after one fails, so that what was not judged yet is prepared.
    const parts = [
      this.keys.holds(on.keys, asOf),
      this.authorityHolds(on.authority, asOf),
      this.recordHolds(record, on, asOf),
    ];
    return parts.includes(undefined) ? undefined : !parts.includes(false);
  }

  private authorityHolds({ elements }: DirectoryAuthority, asOf: LogHead): boolean | undefined {
    const judged = this.authorities.get(elements);
    return judged?.length === elements.length && countsFor(judged, asOf) ? judged.holds : undefined;
  }

  private recordHolds(record: StoredRecord, on: ReliedOn, asOf: LogHead): boolean | undefined {
    // Rows that disagree with their elements are not verified anyway.
    if (record.newest === undefined) return true;
    const ended = endedOf(record, on).length;
    const length = on.authority.elements.length;
    const isPlain = ended === 0 && record.authorityVersions.every((version) => version === length);
    if (isPlain && this.publishedLater(record, on).length === 0) return true;
    const judged = this.judged.get(record);
    const isCurrent = judged?.authority === length && judged.ended === ended && countsFor(judged, asOf);
    return isCurrent ? judged.holds : undefined;
  }

  /** The keys that the log publishes only after an element that they signed. */
  private publishedLater({ placed }: StoredRecord, { keys }: ReliedOn): DirectoryKey[] {
    return keys.filter((key) => {
      const published = this.keys.published(key) ?? -1;
      return placed.some(
        ({ keyId, index }) => keyId === key.snapshot.key_id && (index ?? Infinity) < published,
      );
    });
  }

  /** Reads the places that decide, if any do. */
  async prepare(record: StoredRecord, on: ReliedOn, asOf: LogHead): Promise<void> {
    // Where the keys were published decides whether the record's places are read.
    await (this.keys.holds(on.keys, asOf) ?? this.keys.prepare(on.keys, asOf));
    await Promise.all([
      this.authorityHolds(on.authority, asOf) ?? this.prepareAuthority(on.authority, asOf),
      this.recordHolds(record, on, asOf) ?? this.prepareRecord(record, on, asOf),
    ]);
  }

  /** Judges whether the log has all elements in their order, and had in time what adds a `passed`. */
  private async prepareAuthority(on: DirectoryAuthority, asOf: LogHead): Promise<void> {
    const subjectId = on.snapshot.id;
    const elements = [...on.elements];
    const places = await this.places.read([
      ...publicationsOf(signersOf(on)),
      ...elements.map(({ content }, at): NamedElement => [subjectId, at + 1, dueIn(asOf.origin, content)]),
    ]);
    const chains = { records: [], authorities: [{ subjectId, elements, shown: elements }], keys: [] };
    const holds = this.judge(subjectId, chains, places, asOf);
    this.authorities.set(on.elements, { ...judgedBy(places, asOf, holds), length: elements.length });
  }

  private async prepareRecord(record: StoredRecord, on: ReliedOn, asOf: LogHead): Promise<void> {
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
      ...record.placed.map(({ sequence }): NamedElement => [id, sequence]),
      ...publicationsOf(this.publishedLater(record, on).map(({ snapshot }) => snapshot.key_id)),
      ...sequencesOf(record, authority.elements, ended).map((each): NamedElement => [snapshot.id, each]),
      ...keys.map(({ subjectId, elements: { length } }): NamedElement => [subjectId, length]),
    ]);
    const chains = {
      records: [{ subjectId: id, elements: record.chain, shown: record.chain }],
      authorities: [authority],
      keys: keys.map((key) => ({ ...key, shown: [] })),
    };
    const holds = this.judge(id, chains, places, asOf);
    this.judged.set(record, {
      authority: elements.length,
      ended: ended.length,
      ...judgedBy(places, asOf, holds),
    });
  }

  /** Whether the order holds. Who said a thing with a key that was declared stolen since forged nothing: that is no alarm. */
  private judge(
    subjectId: string,
    chains: Parameters<typeof orderFault>[0],
    places: ElementPlaces,
    asOf: LogHead,
  ): boolean {
    const fault = orderFault(chains, places, asOf.origin);
    const contradiction = fault?.contradiction ?? null;
    if (contradiction !== null) this.contradictions.refuted(subjectId, contradiction, asOf);
    return fault === null;
  }
}

function publicationsOf(keyIds: readonly string[]): NamedElement[] {
  return keyIds.map((keyId) => [keySubjectId(keyId), 1]);
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
