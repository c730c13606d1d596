import type { EvidenceBundle } from '../bundle/bundle.js';
import { allPlaces, placeName, recordPlaces } from '../bundle/order.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { newestOf, type SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';
import { provenIndex, type LogIndices } from './inclusion-checks.js';

type Chain = SubjectChain<{ salt: string }>;
type RecordChain = SubjectChain<RecordElementContent>;
type KeyChain = SubjectChain<KeyElementContent>;

/** Log indices of elements by their names in a bundle's `order`; those of the newest elements, too. */
export type ElementPlaces = ReadonlyMap<string, number>;

/** Everything that a bundle shows. */
export interface ShownChains {
  records: readonly RecordChain[];
  authorities: readonly SubjectChain<AuthorityElementContent>[];
  keys: readonly KeyChain[];
}

/**
 * The order in the log bears out what elements rest on, whatever their times say: what names an element of an authority
 * stands before the authority's next element, and what a key signed stands before the key's end.
 * @param newest log indices of the newest elements.
 */
export function checkElementOrder(
  bundle: Pick<EvidenceBundle, 'checkpoint' | 'order'>,
  opened: OpenedCheckpoint,
  shown: ShownChains,
  newest: LogIndices,
): Passed<ElementPlaces> {
  const places = provenPlaces(bundle, opened, shown, newest);
  const { records, authorities, keys } = shown;
  for (const chain of [...records, ...authorities, ...keys]) requireAscending(chain, places);
  for (const record of records) requireCurrentAuthorities(record, places);
  for (const key of keys) {
    const { state, invalid_from_size } = newestOf(key).content;
    if (state !== 'revoked') continue;
    const end = places.get(placeName(key.subjectId, key.elements.length)) ?? -1;
    for (const chain of keys) requireBeforeEnd(chain, key, end, places);
    // The key that takes a compromised one's place was published with it.
    const last = Math.min(end, (invalid_from_size ?? Infinity) - 1);
    for (const chain of [...records, ...authorities]) requireBeforeEnd(chain, key, last, places);
  }
  return new Passed(places, `${places.size} places`);
}

/** The place of every element that must have one; nothing else is proven. */
function provenPlaces(
  { checkpoint: note, order }: Pick<EvidenceBundle, 'checkpoint' | 'order'>,
  { checkpoint }: OpenedCheckpoint,
  { records, authorities, keys }: ShownChains,
  newest: LogIndices,
): ElementPlaces {
  const places = new Map<string, number>();
  const prove = (chain: Chain, sequences: readonly number[]) => {
    for (const sequence of sequences) {
      const name = placeName(chain.subjectId, sequence);
      const upTo = { ...chain, elements: chain.elements.slice(0, sequence) };
      const proof = Object.hasOwn(order, name) ? order[name] : undefined;
      places.set(name, provenIndex(upTo, proof, note, checkpoint));
    }
  };
  for (const record of records) prove(record, recordPlaces(stepsOf(record)));
  for (const chain of [...authorities, ...keys]) prove(chain, allPlaces(chain.elements));
  const stray = Object.keys(order).find((name) => !places.has(name));
  if (stray !== undefined) throw new CheckFailed('its place in the log is proven for nothing', stray);
  return new Map([...places, ...placesOfNewest(newest, [...records, ...authorities, ...keys])]);
}

/** The places of the newest elements. */
export function placesOfNewest(indices: LogIndices, chains: readonly SubjectChain<unknown>[]): ElementPlaces {
  return new Map(
    chains.flatMap(({ subjectId, elements }) => {
      const index = indices.get(subjectId);
      return index === undefined ? [] : [[placeName(subjectId, elements.length), index] as const];
    }),
  );
}

function stepsOf({ elements, shown }: RecordChain) {
  return elements.map(({ content }, at) => ({ content, signature: shown[at]?.signature ?? null }));
}

function requireAscending({ subjectId, elements }: Chain, places: ElementPlaces): void {
  let before = -1;
  for (let sequence = 1; sequence <= elements.length; sequence += 1) {
    const index = places.get(placeName(subjectId, sequence));
    if (index === undefined) continue;
    if (index < before) {
      throw new CheckFailed('the log has it before an element before it', about(subjectId, sequence));
    }
    before = index;
  }
}

function requireCurrentAuthorities({ subjectId, elements }: RecordChain, places: ElementPlaces): void {
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

/** @param last largest index that what the key signed may have. */
function requireBeforeEnd(
  { subjectId, shown }: Chain,
  key: KeyChain,
  last: number,
  places: ElementPlaces,
): void {
  const { key_id } = newestOf(key).content;
  for (const [at, { signature }] of shown.entries()) {
    const index = places.get(placeName(subjectId, at + 1));
    if (signature?.key_id === key_id && index !== undefined && index > last) {
      throw new CheckFailed(
        `the log has it at ${index}, and what its key signed counts up to ${last}`,
        about(subjectId, at + 1),
      );
    }
  }
}

function about(subjectId: string, sequence: number): string {
  return `element ${sequence} of ${subjectId}`;
}
