import { placeName } from '../bundle/order.js';
import type { ElementSignature } from '../elements/element.js';
import { keySubjectId, type KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { CheckFailed, passes } from './checklist.js';

/** Log indices of elements by their names in a bundle's `order`; those of the newest elements, too. */
export type ElementPlaces = ReadonlyMap<string, number>;

/** The elements of one subject, oldest first. */
interface OrderedChain<Content = unknown> {
  subjectId: string;
  elements: readonly { content: Content }[];
  shown: readonly { signature: Pick<ElementSignature, 'key_id'> | null }[];
}

interface OrderedChains {
  records: readonly OrderedChain<RecordElementContent>[];
  authorities: readonly OrderedChain[];
  keys: readonly OrderedChain<KeyElementContent>[];
}

/**
 * What names an element of an authority stands in the log before the authority's next element, and what a key signed stands
 * behind the key's publication and before its end. Where a place is not known, the links show that the element existed before
 * the next one of its chain.
 * @param origin of the log. A size that a key's end names in a log before it is no place in this one, so that nothing shows here
 * what a stolen key signed before.
 * @throws CheckFailed where the log has it otherwise.
 */
export function requireOrder(
  { records, authorities, keys }: OrderedChains,
  places: ElementPlaces,
  origin: string,
): void {
  for (const chain of [...records, ...authorities, ...keys]) requireAscending(chain, places);
  for (const record of records) requireCurrentAuthorities(record, places);
  for (const chain of [...records, ...authorities]) requireAfterPublication(chain, places);
  const ends = endsOf(keys, places, origin);
  for (const chain of keys) requireBeforeEnds(chain, ends.ofKeys, places);
  for (const chain of [...records, ...authorities]) requireBeforeEnds(chain, ends.ofOthers, places);
}

/** Largest indices that what a key signed may have, by the ids of the keys that have ended. */
type Ends = ReadonlyMap<string, number>;

/** The same for the elements of a key, and for those of records and authorities. */
interface EndsOfKeys {
  ofKeys: Ends;
  ofOthers: Ends;
}

/** Where the log has the ends of keys. */
export function endsOf(
  keys: readonly OrderedChain<KeyElementContent>[],
  places: ElementPlaces,
  origin: string,
): EndsOfKeys {
  const ofKeys = new Map<string, number>();
  const ofOthers = new Map<string, number>();
  for (const { subjectId, elements } of keys) {
    const newest = elements.at(-1)?.content;
    if (newest?.state !== 'revoked') continue;
    const end = places.get(placeName(subjectId, elements.length)) ?? -1;
    ofKeys.set(newest.key_id, end);
    // The key that takes a compromised one's place was published with it.
    const from = newest.invalid_from_size === null || newest.log === origin ? newest.invalid_from_size : 0;
    ofOthers.set(newest.key_id, Math.min(end, (from ?? Infinity) - 1));
  }
  return { ofKeys, ofOthers };
}

/**
 * As `requireOrder`, of one key.
 * @param ends of the keys that signed its elements.
 */
export function requireOrderOfKey(key: OrderedChain, { ofKeys }: EndsOfKeys, places: ElementPlaces): void {
  requireAscending(key, places);
  requireBeforeEnds(key, ofKeys, places);
}

/** As `requireOrder`, for a service that knows the places from its own log. */
export function orderHolds(...judged: Parameters<typeof requireOrder>): boolean {
  return passes(() => requireOrder(...judged));
}

function requireAscending({ subjectId, elements }: OrderedChain, places: ElementPlaces): void {
  let before = -1;
  for (let sequence = 1; sequence <= elements.length; sequence += 1) {
    const index = places.get(placeName(subjectId, sequence));
    if (index === undefined) continue;
    // A service that has no place for an element which its log must have says NaN.
    if (!(index >= before)) {
      throw new CheckFailed('the log has it before an element before it', about(subjectId, sequence));
    }
    before = index;
  }
}

function requireCurrentAuthorities(
  { subjectId, elements }: OrderedChain<RecordElementContent>,
  places: ElementPlaces,
): void {
  for (const { content } of elements) {
    const { id, version } = content.authority;
    const index = places.get(placeName(subjectId, content.sequence));
    const next = places.get(placeName(id, version + 1));
    if (index !== undefined && next !== undefined && index > next) {
      throw new CheckFailed(
        `the log has it at ${index}, after the element at ${next} that superseded the one of its authority that it names`,
        about(subjectId, content.sequence),
      );
    }
  }
}

function requireBeforeEnds({ subjectId, shown }: OrderedChain, ends: Ends, places: ElementPlaces): void {
  for (const [at, { signature }] of shown.entries()) {
    const last = signature === null ? undefined : ends.get(signature.key_id);
    const index = places.get(placeName(subjectId, at + 1));
    if (last !== undefined && index !== undefined && index > last) {
      throw new CheckFailed(
        `the log has it at ${index}, and what its key signed counts up to ${last}`,
        about(subjectId, at + 1),
      );
    }
  }
}

/** A key that is in the log only behind an element signed that element later than the element says. */
function requireAfterPublication({ subjectId, shown }: OrderedChain, places: ElementPlaces): void {
  for (const [at, { signature }] of shown.entries()) {
    const published =
      signature === null ? undefined : places.get(placeName(keySubjectId(signature.key_id), 1));
    const index = places.get(placeName(subjectId, at + 1));
    // Infinity stands for an element that the log does not hold yet.
    if (published !== undefined && published !== Infinity && index !== undefined && index < published) {
      throw new CheckFailed(
        `the log has it at ${index}, before the publication of its key at ${published}`,
        about(subjectId, at + 1),
      );
    }
  }
}

function about(subjectId: string, sequence: number): string {
  return `element ${sequence} of ${subjectId}`;
}
