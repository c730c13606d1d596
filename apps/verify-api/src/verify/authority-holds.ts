import { findAuthorityChainFault, findSignatureFault, signsAt, type KeyLookUp } from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';

type Elements = DirectoryAuthority['elements'];

/** What was found of a chain up to a length. Keys are compared by identity: a key that changes is another object. */
interface Found {
  length: number;
  signers: readonly string[];
  keys: readonly ReturnType<KeyLookUp>[];
  holds: boolean;
}

const found = new WeakMap<Elements, Found>();

/** Ids of the keys that signed elements of an authority. */
export function signersOf({ elements }: DirectoryAuthority): readonly string[] {
  return foundOf(elements).signers;
}

/**
 * Whether all elements of an authority are a valid and signed chain, for a bundle shows them all: those that a record does not
 * name, too. It is computed again only for another element or key.
 */
export function authorityHolds({ elements }: DirectoryAuthority, keyOf: KeyLookUp): boolean {
  const known = foundOf(elements);
  if (known.keys.length > 0 && known.signers.every((id, index) => keyOf(id) === known.keys[index])) {
    return known.holds;
  }
  const keys = known.signers.map(keyOf);
  const holds =
    findAuthorityChainFault(elements) === null && findSignatureFault(elements, keyOf, signsAt) === null;
  found.set(elements, { ...known, keys, holds });
  return holds;
}

function foundOf(elements: Elements): Found {
  const known = found.get(elements);
  if (known?.length === elements.length) return known;
  const signers = [...new Set(elements.flatMap(({ signature }) => signature?.key_id ?? []))];
  const fresh = { length: elements.length, signers, keys: [], holds: false };
  found.set(elements, fresh);
  return fresh;
}
