/**
 * A complete inner node or leaf of a tree: it covers the leaves from `number * 2 ** level` on, `2 ** level` of
 * them. Level 0 holds the leaf hashes.
 */
export interface TreeNode {
  level: number;
  /** Place among the nodes of its level, from 0. */
  number: number;
}

/** @throws RangeError where it is not a count of leaves: a whole number from 0 to 2^53 - 1. */
export function requireSize(size: number): void {
  if (!isSize(size)) throw new RangeError('The size of a tree is a whole number from 0 to 2^53 - 1.');
}

/** Whether it can be the size of a tree, or an index in one. */
export function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

/** How many complete nodes a tree has at a level. */
export function countAtLevel(size: number, level: number): number {
  return Math.floor(size / 2 ** level);
}

// Bit operators cut numbers to 32 bits, so that the high half is looked at apart.
const HIGH = 2 ** 32;

/** The level of the largest complete node that fits in so many leaves; -1 where there are none. */
export function topLevel(leaves: number): number {
  return leaves < HIGH ? 31 - Math.clz32(leaves) : 63 - Math.clz32(Math.floor(leaves / HIGH));
}

/** RFC 6962's k: the largest power of two that is smaller than a number of leaves, which is 2 or more. */
export function splitPoint(leaves: number): number {
  return 2 ** topLevel(leaves - 1);
}

/**
 * The complete nodes that cover the leaves from `begin` below `end`, left to right and so from the largest on.
 * The range is one that a tree is split into, so that `begin` is a multiple of the largest node.
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
