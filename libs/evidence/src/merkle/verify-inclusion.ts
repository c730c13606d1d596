import { HASH_LENGTH, hashChildren, sameHash } from './hashing.js';
import { isSize } from './nodes.js';

/** A claim that a leaf is in a tree. Size and root must come from a signed checkpoint, never from the proof. */
export interface InclusionClaim {
  leafHash: Uint8Array;
  /** Index of the leaf, from 0. */
  index: number;
  /** Number of leaves of the tree. */
  size: number;
  root: Uint8Array;
  /** Hashes from the leaf up. */
  proof: readonly Uint8Array[];
}

/** Whether a proof shows that a leaf is in a tree; false for any malformed part. RFC 9162, section 2.1.3.2. */
export function verifyInclusion(claim: InclusionClaim): boolean {
  const root = rootOfInclusion(claim);
  return root !== null && sameHash(root, claim.root);
}

/**
 * The root that a proof leads to; null where the proof does not fit index and size. Use this for a signature over a
 * root, and `verifyInclusion` for a known root.
 */
export function rootOfInclusion(claim: Omit<InclusionClaim, 'root'>): Uint8Array | null {
  const { leafHash, index, size, proof } = claim;
  if (!isSize(index) || !isSize(size) || index >= size) return null;
  if (leafHash.length !== HASH_LENGTH || proof.some((hash) => hash.length !== HASH_LENGTH)) return null;
  let number = index;
  let last = size - 1;
  let hash = leafHash;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (number % 2 === 1 || number === last) {
      hash = hashChildren(sibling, hash);
      // At the right edge a node without a sibling rises unchanged.
      while (number % 2 === 0 && number !== 0) {
        number /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = hashChildren(hash, sibling);
    }
    number = Math.floor(number / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
}
