import { EMPTY_ROOT } from './hashing.js';
import { EMPTY_FRONTIER, extendFrontier, rootOfFrontier, type Frontier } from './frontier.js';
import { consistencySteps, foldNodes, inclusionSteps, proofOf, rootNodes } from './proof-nodes.js';
import type { TreeNode } from './nodes.js';

/** Root of the tree of some leaf hashes, 32 bytes. RFC 6962, section 2.1. */
export function rootOfLeaves(leafHashes: readonly Uint8Array[]): Uint8Array {
  return rootOfFrontier(extendFrontier(EMPTY_FRONTIER, leafHashes).frontier);
}

/** An append-only Merkle tree in memory with all complete nodes. RFC 6962, section 2. */
export class MerkleTree {
  private readonly levels: Uint8Array[][] = [[]];
  private frontier: Frontier = EMPTY_FRONTIER;

  constructor(leafHashes: readonly Uint8Array[] = []) {
    this.extend(leafHashes);
  }

  /** Number of leaves. */
  get size(): number {
    return this.frontier.size;
  }

  /** @throws RangeError where a leaf hash is not 32 bytes long. */
  append(...leafHashes: readonly Uint8Array[]): void {
    this.extend(leafHashes);
  }

  /** Root of the tree at an earlier size. @throws RangeError where it never had so many leaves. */
  root(size = this.size): Uint8Array {
    this.requireReached(size);
    return size === 0 ? EMPTY_ROOT : foldNodes(rootNodes(size).map(this.hashOf));
  }

  /** Proof that a leaf is in the tree of a size, from the leaf up. @throws RangeError where it is not. */
  inclusionProof(index: number, size = this.size): Uint8Array[] {
    this.requireReached(size);
    return proofOf(inclusionSteps(index, size), this.hashOf);
  }

  /** Proof that the tree of one size is a prefix of the tree of another. @throws RangeError where it is not. */
  consistencyProof(from: number, to = this.size): Uint8Array[] {
    this.requireReached(to);
    return proofOf(consistencySteps(from, to), this.hashOf);
  }

  private extend(leafHashes: readonly Uint8Array[]): void {
    const { frontier, completed } = extendFrontier(this.frontier, leafHashes);
    for (const { level, hashes } of completed) {
      const row = (this.levels[level] ??= []);
      for (const hash of hashes) row.push(hash);
    }
    this.frontier = frontier;
  }

  private requireReached(size: number): void {
    if (size > this.size) throw new RangeError(`The tree has ${this.size} leaves, not ${size}.`);
  }

  private readonly hashOf = ({ level, number }: TreeNode): Uint8Array =>
    this.levels[level]?.[number] as Uint8Array;
}
