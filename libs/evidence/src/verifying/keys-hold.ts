import { findKeyChainFault } from '../elements/key-chain.js';
import type { KeyElementContent } from '../elements/key-element.js';
import { continuesLog } from '../log-origins.js';
import type { SignedChain } from './chains.js';
import { passes } from './checklist.js';
import { requireOrder, type ElementPlaces } from './element-order.js';
import { termsOf } from './inclusion-checks.js';
import { checkElementKeyTimes } from './key-time-checks.js';
import { freshnessOf } from './options.js';
import { checkPublications } from './publication-checks.js';
import { checkKeySignatures } from './signature-checks.js';

/**
 * Whether keys were published, and ended, by whom they might be: what the checks of bundles say of their elements.
 * @param chains of the keys, and of all keys that signed their elements. Any may have signed itself: readers decide about that.
 * @param origin of the log.
 */
export function keysHold(
  chains: readonly SignedChain<KeyElementContent>[],
  places: ElementPlaces,
  origin: string,
): boolean {
  const keys = new Map(
    chains.map((chain) => [chain.elements[0]?.content.key_id ?? '', termsOf(chain, undefined)] as const),
  );
  const keyOf = (keyId: string) => keys.get(keyId);
  return (
    chains.every(
      ({ elements }) =>
        findKeyChainFault(elements) === null &&
        elements.every(({ content }) => continuesLog(content.log, origin)),
    ) &&
    passes(() => {
      checkKeySignatures(chains, keyOf);
      checkElementKeyTimes(chains, keyOf, freshnessOf({}));
      checkPublications(chains, places, new Set(keys.keys()));
      requireOrder({ records: [], authorities: [], keys: chains }, places, origin);
    })
  );
}
