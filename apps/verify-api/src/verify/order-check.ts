import { keySubjectId, orderHolds, recordPlaces } from '@service/evidence';
import type { DirectoryKey } from '../views/directory.js';
import type { LogPlaces, NamedElement } from '../views/log-places.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import type { ReliedOn } from './log-check.js';

interface Judged {
  /** What it was judged by: the length of the authority's chain, the number of ended keys, and the log. */
  authority: number;
  ended: number;
  origin: string;
  holds: boolean;
}

/**
 * Holds an answer against the order in the log, by the rule of bundles. Places are read only where they decide: where a key
 * that signed has ended, or the authority has gone on since an element that the record names.
 */
export class OrderCheck {
  private readonly judged = new WeakMap<StoredRecord, Judged>();

  constructor(private readonly places: Pick<LogPlaces, 'read'>) {}

  /** Whether the order holds; undefined where places must be read first. */
  holds(record: StoredRecord, on: ReliedOn, origin: string): boolean | undefined {
    // Rows that disagree with their elements are not verified anyway.
    if (record.newest === undefined) return true;
    const ended = endedOf(on).length;
    const length = on.authority.elements.length;
    if (ended === 0 && record.authorityVersions.every((version) => version === length)) return true;
    const judged = this.judged.get(record);
    const isCurrent = judged?.authority === length && judged.ended === ended && judged.origin === origin;
    return isCurrent ? judged.holds : undefined;
  }

  /** Reads the places that decide, if any do. */
  async prepare(record: StoredRecord, on: ReliedOn, origin: string): Promise<void> {
    if (this.holds(record, on, origin) !== undefined) return;
    const { id } = record.snapshot;
    const { snapshot } = on.authority;
    // A copy: the directory appends to its own while the places are read.
    const elements = [...on.authority.elements];
    const authority = { subjectId: snapshot.id, elements, shown: elements };
    const ended = endedOf(on);
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
    const isEdited = [...places.values()].some((place) => Number.isNaN(place));
    const holds = !isEdited && orderHolds(chains, places, origin);
    this.judged.set(record, { authority: authority.elements.length, ended: ended.length, origin, holds });
  }
}

function endedOf({ keys }: ReliedOn): DirectoryKey[] {
  return keys.filter(({ snapshot }) => snapshot.state === 'revoked');
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
