import { placeName } from '../bundle/order.js';
import type { ElementSignature } from '../elements/element.js';
import { keySubjectId, type KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { CheckFailed, failureOf, passes } from './checklist.js';

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
 * @param origin of the log.
 * @throws CheckFailed where the log has it otherwise.
 */
export function requireOrder(chains: OrderedChains, places: ElementPlaces, origin: string): void {
  requireHonestOrder(chains, places);
  requireBelowThefts(chains, places, origin);
}

/** The order that a service keeps, whatever is said later about a key. */
function requireHonestOrder({ records, authorities, keys }: OrderedChains, places: ElementPlaces): void {
  const all = [...records, ...authorities, ...keys];
  for (const chain of all) requireAscending(chain, places);
  for (const record of records) requireCurrentAuthorities(record, places);
  for (const chain of [...records, ...authorities]) requireAfterPublication(chain, places);
  const ends = endsOf(keys, places);
  for (const chain of all) requireNotAfter(chain, ends, places);
}

/**
 * What a stolen key signed stands below the size that its end names. A size in a log before this one is no place in this one, so
 * that nothing shows here what the key signed before.
 */
function requireBelowThefts(
  { records, authorities, keys }: OrderedChains,
  places: ElementPlaces,
  origin: string,
): void {
  const counted = new Map<string, number>();
  for (const { elements } of keys) {
    const newest = elements.at(-1)?.content;
    if (newest?.state !== 'revoked' || newest.invalid_from_size === null) continue;
    // The key that takes a compromised one's place was published with it.
    counted.set(newest.key_id, (newest.log === origin ? newest.invalid_from_size : 0) - 1);
  }
  for (const chain of [...records, ...authorities]) requireNotAfter(chain, counted, places);
}

/** Largest indices that what a key signed may have, by the ids of the keys. */
type LastIndices = ReadonlyMap<string, number>;

/** Where the log has the ends of keys. */
export function endsOf(keys: readonly OrderedChain<KeyElementContent>[], places: ElementPlaces): LastIndices {
  const ended = keys.filter(({ elements }) => elements.at(-1)?.content.state === 'revoked');
  return new Map(
    ended.map(({ subjectId, elements }) => [
      elements[0]?.content.key_id ?? '',
      places.get(placeName(subjectId, elements.length)) ?? -1,
    ]),
  );
}

/**
 * As `requireOrder`, of one key.
 * @param ends of the keys that signed its elements.
 */
export function requireOrderOfKey(key: OrderedChain, ends: LastIndices, places: ElementPlaces): void {
  requireAscending(key, places);
  requireNotAfter(key, ends, places);
}

/** Why a service that knows the places from its own log refuses an order. */
interface OrderFault {
  /** What of stored data the log contradicts; null where all is said by a key that was declared stolen since. */
  contradiction: string | null;
}

/** As `requireOrder`, for a service that knows the places from its own log; null where the order holds. */
export function orderFault(chains: OrderedChains, places: ElementPlaces, origin: string): OrderFault | null {
  const contradiction = failureOf(() => requireHonestOrder(chains, places));
  if (contradiction !== null) return { contradiction: `${contradiction.about}: ${contradiction.message}` };
  return passes(() => requireBelowThefts(chains, places, origin)) ? null : { contradiction: null };
}

function requireAscending({ subjectId, elements }: OrderedChain, places: ElementPlaces): void {
  let before = -1;
  for (let sequence = 1; sequence <= elements.length; sequence += 1) {
    const index = places.get(placeName(subjectId, sequence));
    if (index === undefined) continue;
    // NaN: a service's own log must have it, and has it not, or late.
    if (Number.isNaN(index)) {
      throw new CheckFailed(
        'the log must have it, and has not or came to it late',
        about(subjectId, sequence),
      );
    }
    if (index < before) {
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

function requireNotAfter(
  { subjectId, shown }: OrderedChain,
  counted: LastIndices,
  places: ElementPlaces,
): void {
  for (const [at, { signature }] of shown.entries()) {
    const last = signature === null ? undefined : counted.get(signature.key_id);
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
