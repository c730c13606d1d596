import { findKeyChainFault } from '../elements/key-chain.js';
import type { KeyElementContent } from '../elements/key-element.js';
import { continuesLog } from '../log-origins.js';
import type { SignedChain } from './chains.js';
import { passes } from './checklist.js';
import { endsOf, requireOrderOfKey, type ElementPlaces } from './element-order.js';
import { termsOf } from './inclusion-checks.js';
import { checkElementKeyTimes } from './key-time-checks.js';
import { freshnessOf } from './options.js';
import { publicationRoots } from './publication-checks.js';
import { checkKeySignatures } from './signature-checks.js';

type KeyChain = SignedChain<KeyElementContent>;

/**
 * The ids of the keys that were published, and ended, by whom they might be: what the checks of bundles say of their elements,
 * and of those of the keys that signed these. Each key is judged once, however many rest on it.
 * @param chains of the keys, and of all keys that signed their elements. Any may have signed itself: readers decide about that.
 * @param origin of the log.
 */
export function keysHold(
  chains: readonly KeyChain[],
  places: ElementPlaces,
  origin: string,
): ReadonlySet<string> {
  const terms = new Map(chains.map((chain) => [keyIdOf(chain), termsOf(chain, undefined)]));
  const keyOf = (keyId: string) => terms.get(keyId);
  const rootOf = publicationRoots(chains, places);
  const ends = endsOf(chains, places);
  const holds = (chain: KeyChain) =>
    findKeyChainFault(chain.elements) === null &&
    chain.elements.every(({ content }) => continuesLog(content.log, origin)) &&
    passes(() => {
      checkKeySignatures([chain], keyOf);
      checkElementKeyTimes([chain], keyOf, freshnessOf({}));
      rootOf(chain);
      requireOrderOfKey(chain, ends, places);
    });
  return without(chains, new Set(chains.filter((chain) => !holds(chain)).map(keyIdOf)));
}

/** The ids of the keys that rest on none of some keys. */
function without(chains: readonly KeyChain[], bad: Set<string>): ReadonlySet<string> {
  const signedBy = Map.groupBy(
    chains.flatMap((chain) =>
      chain.shown.map(({ signature }) => ({ signer: signature?.key_id ?? '', keyId: keyIdOf(chain) })),
    ),
    ({ signer }) => signer,
  );
  // The loop reaches those that are added meanwhile.
  for (const keyId of bad) for (const each of signedBy.get(keyId) ?? []) bad.add(each.keyId);
  return new Set(chains.map(keyIdOf).filter((keyId) => !bad.has(keyId)));
}

function keyIdOf({ elements }: KeyChain): string {
  return elements[0]?.content.key_id ?? '';
}
