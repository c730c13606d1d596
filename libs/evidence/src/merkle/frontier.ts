import { EMPTY_ROOT, hashChildren, requireHash } from './hashing.js';
import { foldNodes, rootNodes } from './proof-nodes.js';
import { topLevel } from './nodes.js';

/**
 * The right edge of a tree: the hashes of `rootNodes(size)`, the largest first. Appending needs nothing else.
 */
export interface Frontier {
  size: number;
  hashes: readonly Uint8Array[];
}

/** Consecutive nodes of one level that became complete. */
export interface CompletedNodes {
  level: number;
  /** Number of the first of them within the level. */
  first: number;
  hashes: Uint8Array[];
}

/** The frontier of the empty tree. */
export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] };

/**
 * The frontier of a tree whose `rootNodes(size)` have these hashes.
 * @throws RangeError where they are too many, too few, or not 32 bytes long.
 */
export function frontierOf(size: number, hashes: readonly Uint8Array[]): Frontier {
  if (rootNodes(size).length !== hashes.length) {
    throw new RangeError(`${hashes.length} hashes are not the frontier of ${size} leaves.`);
  }
  hashes.forEach(requireHash);
  return { size, hashes };
}

/** The root of the tree, 32 bytes. */
export function rootOfFrontier({ hashes }: Frontier): Uint8Array {
  return hashes.length === 0 ? EMPTY_ROOT : foldNodes(hashes);
}

/**
 * Appends leaves to a tree.
 * @returns the new frontier, and all completed nodes by level from 0, including the leaves.
 * @throws RangeError where a leaf hash is not 32 bytes long, or the tree would have 2^53 leaves.
 */
export function extendFrontier(
  { size, hashes }: Frontier,
  leafHashes: readonly Uint8Array[],
): { frontier: Frontier; completed: CompletedNodes[] } {
  const grown = size + leafHashes.length;
  if (!Number.isSafeInteger(grown)) throw new RangeError('A tree has fewer than 2^53 leaves.');
  leafHashes.forEach(requireHash);

  const left = [...hashes];
  const edge: Uint8Array[] = [];
  const completed: CompletedNodes[] = [];
  let row = [...leafHashes];
  let first = size;
  for (let level = 0; level <= topLevel(grown); level += 1) {
    if (row.length > 0) completed.push({ level, first, hashes: row });
    // A node without a sibling was in the frontier.
    const waiting = first % 2 === 1 ? left.pop() : undefined;
    const pairs = waiting === undefined ? row : [waiting, ...row];
    if (pairs.length % 2 === 1) edge.push(pairs.at(-1) as Uint8Array);
    row = hashPairs(pairs);
    first = Math.floor(first / 2);
  }
  return { frontier: { size: grown, hashes: edge.reverse() }, completed };
}

function hashPairs(hashes: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let at = 0; at + 1 < hashes.length; at += 2) {
    parents.push(hashChildren(hashes[at] as Uint8Array, hashes[at + 1] as Uint8Array));
  }
  return parents;
}
