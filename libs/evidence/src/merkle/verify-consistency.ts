import { EMPTY_ROOT, HASH_LENGTH, hashChildren, sameHash } from './hashing.js';
import { isSize, topLevel } from './nodes.js';

/** A claim that a tree is a prefix of a larger one. Sizes and roots must come from signed checkpoints. */
export interface ConsistencyClaim {
  fromSize: number;
  /** Null where it is unknown: the root that the proof computes for that size is then taken. */
  fromRoot: Uint8Array | null;
  toSize: number;
  toRoot: Uint8Array;
  proof: readonly Uint8Array[];
}

/**
 * Whether a proof shows that the smaller tree is a prefix of the larger one; false for any malformed part. The empty
 * tree is a prefix of every tree, with an empty proof. RFC 9162, section 2.1.4.2.
 */
export function verifyConsistency({ fromSize, fromRoot, toSize, toRoot, proof }: ConsistencyClaim): boolean {
  if (!isSize(fromSize) || !isSize(toSize) || fromSize > toSize) return false;
  if ([fromRoot ?? toRoot, toRoot, ...proof].some((hash) => hash.length !== HASH_LENGTH)) return false;
  const isFrom = (root: Uint8Array): boolean => fromRoot === null || sameHash(root, fromRoot);
  if (toSize === 0 && !sameHash(toRoot, EMPTY_ROOT)) return false;
  if (fromSize === toSize) return proof.length === 0 && isFrom(toRoot);
  if (fromSize === 0) return proof.length === 0 && isFrom(EMPTY_ROOT);

  const isWholeLeftPart = fromSize === 2 ** topLevel(fromSize);
  const [start, ...rest] = isWholeLeftPart ? [fromRoot ?? EMPTY_ROOT, ...proof] : proof;
  // The proof of a larger tree is never empty.
  if (start === undefined || proof.length === 0) return false;

  let number = fromSize - 1;
  let last = toSize - 1;
  const rise = (): void => {
    number = Math.floor(number / 2);
    last = Math.floor(last / 2);
  };
  while (number % 2 === 1) rise();
  let from = start;
  let to = from;
  for (const hash of rest) {
    if (last === 0) return false;
    if (number % 2 === 1 || number === last) {
      from = hashChildren(hash, from);
      to = hashChildren(hash, to);
      while (number % 2 === 0 && number !== 0) rise();
    } else {
      to = hashChildren(to, hash);
    }
    rise();
  }
  // The root of a whole left part is not in its proof: where it is not known, only the proof’s length can be wrong.
  const leads = sameHash(to, toRoot) || (isWholeLeftPart && fromRoot === null);
  return last === 0 && isFrom(from) && leads;
}
