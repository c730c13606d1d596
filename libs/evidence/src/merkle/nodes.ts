/**
 * A complete inner node or leaf of a tree: it covers `2 ** level` leaves from `number * 2 ** level` on. Level 0 holds
 * the leaf hashes.
 */
export interface TreeNode {
  level: number;
  /** Position in its level, from 0. */
  number: number;
}

/** @throws RangeError unless the size is a whole number from 0 to 2^53 - 1. */
export function requireSize(size: number): void {
  if (!isSize(size)) throw new RangeError('The size of a tree is a whole number from 0 to 2^53 - 1.');
}

/** Whether a number can be the size of a tree or an index in one. */
export function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

/** Number of complete nodes of a tree at a level. */
export function countAtLevel(size: number, level: number): number {
  return Math.floor(size / 2 ** level);
}

// Bit operators truncate numbers to 32 bits, so the high half is handled separately.
const HIGH = 2 ** 32;

/** The level of the largest complete node within so many leaves; -1 for 0. */
export function topLevel(leaves: number): number {
  return leaves < HIGH ? 31 - Math.clz32(leaves) : 63 - Math.clz32(Math.floor(leaves / HIGH));
}

/** RFC 6962's k: the largest power of two that is smaller than a number of leaves, which is 2 or more. */
export function splitPoint(leaves: number): number {
  return 2 ** topLevel(leaves - 1);
}

/**
 * The complete nodes that cover the leaves from `begin` to before `end`, left to right and thus the largest first. The
 * range must be one that a tree is split into: `begin` is a multiple of the largest node's leaves.
 */
export function coveringNodes(begin: number, end: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = begin;
  while (at < end) {
    const level = topLevel(end - at);
    nodes.push({ level, number: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}
