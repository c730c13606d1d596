import type { EvidenceBundle } from '../bundle/bundle.js';
import { allPlaces, placeName, recordPlaces } from '../bundle/order.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { KeyElementContent } from '../elements/key-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import type { SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';
import { requireOrder, type ElementPlaces } from './element-order.js';
import { provenIndex, type LogIndices } from './inclusion-checks.js';

type Chain = SubjectChain<{ salt: string }>;
type RecordChain = SubjectChain<RecordElementContent>;

/** Everything that a bundle shows. */
interface ShownChains {
  records: readonly RecordChain[];
  authorities: readonly SubjectChain<AuthorityElementContent>[];
  keys: readonly SubjectChain<KeyElementContent>[];
}

/**
 * The order in the log bears out what elements rest on, whatever their times say.
 * @param newest log indices of the newest elements.
 * @param origin of the log.
 */
export function checkElementOrder(
  bundle: Pick<EvidenceBundle, 'checkpoint' | 'order'>,
  opened: OpenedCheckpoint,
  shown: ShownChains,
  newest: LogIndices,
  origin: string,
): Passed<ElementPlaces> {
  const places = provenPlaces(bundle, opened, shown, newest);
  requireOrder(shown, places, origin);
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
