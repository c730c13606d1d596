import { placeName } from '../bundle/order.js';
import type { KeyElementContent } from '../elements/key-element.js';
import type { SignedChain } from './chains.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import type { ElementPlaces } from './element-order.js';

type KeyChain = SignedChain<KeyElementContent>;

/**
 * Every key was published under the signature of a provenance key that was published before it, up to the first entry of the
 * log. A key that signed only itself would be anyone's who can write into the service's database: the log takes it in.
 * @param places log indices of the keys' elements.
 * @param selfSigned keys that the verifier accepts by their ids although they signed themselves.
 */
export function checkPublications(
  chains: readonly KeyChain[],
  places: ElementPlaces,
  selfSigned: ReadonlySet<string>,
): Passed<null> {
  const rootOf = publicationRoots(chains, places);
  let undecided: NotChecked | null = null;
  for (const chain of chains) {
    const root = rootOf(chain);
    if (selfSigned.has(keyIdOf(root)) || undecided !== null) continue;
    const index = publicationIndex(root, places);
    if (index === undefined) {
      const why = 'not decided: it signed itself, and nothing proves where in the log it was published';
      undecided = new NotChecked(why, root.subjectId);
    } else if (index !== 0) {
      throw new CheckFailed('it signed itself, and is not the first entry of the log', root.subjectId);
    }
  }
  if (undecided !== null) throw undecided;
  return new Passed(null, `${chains.length} keys`);
}

/**
 * Finds the self-signed key that the signatures of publications lead to. Each step is made once, however many keys lead over it.
 * @returns a function that throws CheckFailed where they lead to none.
 */
export function publicationRoots(
  chains: readonly KeyChain[],
  places: ElementPlaces,
): (chain: KeyChain) => KeyChain {
  const keys = new Map(chains.map((chain) => [keyIdOf(chain), chain]));
  const found = new Map<KeyChain, KeyChain | CheckFailed>();
  const end = (key: KeyChain, passed: ReadonlySet<KeyChain>): KeyChain | CheckFailed | null => {
    const signerId = key.shown[0]?.signature?.key_id ?? '';
    if (signerId === keyIdOf(key)) return key;
    const signer = keys.get(signerId);
    if (signer === undefined)
      return new CheckFailed('its publication is signed by an unknown key', key.subjectId);
    if (passed.has(signer)) return new CheckFailed('its keys published each other', key.subjectId);
    return isBefore(signer, key, places)
      ? (found.get(signer) ?? null)
      : new CheckFailed('its signer was published later', key.subjectId);
  };
  return (chain) => {
    const passed = new Set<KeyChain>();
    let root = found.get(chain) ?? null;
    for (let key = chain; root === null; key = keys.get(key.shown[0]?.signature?.key_id ?? '') as KeyChain) {
      passed.add(key);
      root = end(key, passed);
    }
    for (const key of passed) found.set(key, root);
    if (root instanceof CheckFailed) throw root;
    return root;
  };
}

/** Whether the signer was published before the key, as far as their places are known. */
function isBefore(signer: KeyChain, key: KeyChain, places: ElementPlaces): boolean {
  const [signedBy = -1, published = Infinity] = [signer, key].map((each) => publicationIndex(each, places));
  return !(signedBy > published);
}

function publicationIndex({ subjectId }: KeyChain, places: ElementPlaces): number | undefined {
  return places.get(placeName(subjectId, 1));
}

function keyIdOf({ elements }: KeyChain): string {
  return elements[0]?.content.key_id ?? '';
}
