import { findAuthorityChainFault, findSignatureFault, signsAt, type KeyLookUp } from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';

type Elements = DirectoryAuthority['elements'];

/** Results for a chain of some length: the directory appends to the same array. */
interface Cached {
  length: number;
  /** Ids of the keys that signed, in the order of their first element. */
  signers: readonly string[];
  /** The keys by which the signatures were checked. A key that changes becomes another object. */
  checked: { length: number; keys: readonly ReturnType<KeyLookUp>[]; holds: boolean } | null;
}

const cache = new WeakMap<Elements, Cached>();

/** Ids of the keys that signed elements of an authority. */
export function signersOf({ elements }: DirectoryAuthority): readonly string[] {
  return cachedOf(elements).signers;
}

/**
 * Whether all elements of an authority are a valid and signed chain, for a bundle shows them all: those that a record does not
 * name, too. A signature is checked again only where a key has changed.
 */
export function authorityHolds({ elements }: DirectoryAuthority, keyOf: KeyLookUp): boolean {
  const cached = cachedOf(elements);
  const { signers, checked } = cached;
  const { length } = elements;
  const areKeysSame = checked?.keys.every((key, index) => keyOf(String(signers[index])) === key) === true;
  if (areKeysSame && checked?.length === length) return checked.holds;
  const good = areKeysSame && checked?.holds === true ? checked.length : 0;
  const holds =
    findAuthorityChainFault(elements) === null &&
    findSignatureFault(elements.slice(good), keyOf, signsAt) === null;
  cached.checked = { length, keys: signers.map(keyOf), holds };
  return holds;
}

function cachedOf(elements: Elements): Cached {
  const known = cache.get(elements);
  if (known?.length === elements.length) return known;
  const signers = [...new Set(elements.flatMap(({ signature }) => signature?.key_id ?? []))];
  const fresh: Cached = { length: elements.length, signers, checked: known?.checked ?? null };
  cache.set(elements, fresh);
  return fresh;
}
