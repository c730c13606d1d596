import { keySubjectId, keysHold, placeName } from '@service/evidence';
import type { DirectoryKey } from '../views/directory.js';
import type { LogHead } from '../views/log-head.js';
import {
  countsFor,
  judgedBy,
  type JudgedByPlaces,
  type LogPlaces,
  type NamedElement,
} from '../views/log-places.js';
import type { LogContradictions } from './log-contradictions.js';

const REFUTED =
  'an element of this key, or of a key that signed one, is missing in the log, late or out of order';

interface Judged extends JudgedByPlaces {
  /** The keys that signed its elements, each of which is judged in the same way. */
  signers: readonly DirectoryKey[];
  /** Index of its publication in the log. */
  published: number;
}

/** Ids of keys, and of all that signed elements of theirs. */
export function withSigners(
  ids: Iterable<string>,
  keyOf: (keyId: string) => DirectoryKey | undefined,
): Set<string> {
  const found = new Set(ids);
  // The loop reaches those that are added meanwhile.
  for (const id of found) {
    for (const { signature } of keyOf(id)?.elements ?? [])
      if (signature !== null) found.add(signature.key_id);
  }
  return found;
}

/** Holds keys against the rules of bundles: once for each change of a key, or of one that signed its elements. */
export class KeyCheck {
  private readonly judged = new WeakMap<DirectoryKey, Judged>();

  constructor(
    private readonly places: Pick<LogPlaces, 'read'>,
    private readonly contradictions: Pick<LogContradictions, 'refuted'>,
  ) {}

  /**
   * Whether all of the keys hold; undefined where places must be read first.
   * @param keys with those that signed their elements.
   */
  holds(keys: readonly DirectoryKey[], asOf: LogHead): boolean | undefined {
    const current = new Set(keys);
    let holds = true;
    for (const key of keys) {
      const judged = this.judged.get(key);
      if (judged === undefined || !countsFor(judged, asOf)) return undefined;
      if (!judged.signers.every((signer) => current.has(signer))) return undefined;
      holds &&= judged.holds;
    }
    return holds;
  }

  /** Index of the publication in the log of a key that was judged. */
  published(key: DirectoryKey): number | undefined {
    return this.judged.get(key)?.published;
  }

  /** Judges the keys by the places of all their elements. */
  async prepare(keys: readonly DirectoryKey[], asOf: LogHead): Promise<void> {
    const byId = new Map(keys.map((key) => [key.snapshot.key_id, key]));
    const chains = keys.map(({ snapshot, elements }) => {
      return { subjectId: keySubjectId(snapshot.key_id), elements, shown: elements };
    });
    const places = await this.places.read(
      chains.flatMap(({ subjectId, elements }) => elements.map((_, at): NamedElement => [subjectId, at + 1])),
    );
    const held = keysHold(chains, places, asOf.origin);
    for (const key of keys) {
      const keyId = key.snapshot.key_id;
      const holds = held.has(keyId);
      const signers = key.elements.flatMap(({ signature }) => byId.get(signature?.key_id ?? '') ?? []);
      const published = places.get(placeName(keySubjectId(keyId), 1)) ?? Infinity;
      this.judged.set(key, { ...judgedBy(places, asOf, holds), signers, published });
      if (!holds) this.contradictions.refuted(keySubjectId(keyId), REFUTED, asOf);
    }
  }
}
