import {
  extendFrontier,
  hashLeaf,
  logEntry,
  rootOfFrontier,
  type CompletedNodes,
  type Frontier,
} from '@service/evidence';
import type { Leaf } from './leaf-of.js';

/** A tree with some leaves appended, and what is needed to write them. */
export class GrownTree {
  readonly frontier: Frontier;
  readonly completed: readonly CompletedNodes[];
  readonly root: Uint8Array;

  constructor(
    /** The tree before the leaves. */
    private readonly before: Frontier,
    readonly leaves: readonly Leaf[],
  ) {
    const hashes = leaves.map(({ slot, digest }) => hashLeaf(logEntry(slot, digest)));
    const { frontier, completed } = extendFrontier(before, hashes);
    this.frontier = frontier;
    this.completed = completed;
    this.root = rootOfFrontier(frontier);
  }

  /** Index of the first new leaf. */
  get first(): number {
    return this.before.size;
  }

  get size(): number {
    return this.frontier.size;
  }
}
