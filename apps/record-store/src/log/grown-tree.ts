import {
  extendFrontier,
  foldNodes,
  hashLeaf,
  inclusionSteps,
  logEntry,
  rootNodes,
  rootOfFrontier,
  type CompletedNodes,
  type Frontier,
  type ProofStep,
  type TreeNode,
} from '@service/evidence';
import type { Leaf } from './leaf-of.js';

/** A tree with some leaves appended, and what is needed to write and prove them. */
export class GrownTree {
  readonly frontier: Frontier;
  readonly completed: readonly CompletedNodes[];
  readonly root: Uint8Array;
  private proofs: Buffer[] | undefined;

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

  /** Inclusion proof of each leaf in the grown tree, from the leaf up: 32 bytes for each hash. */
  get inclusionProofs(): readonly Buffer[] {
    this.proofs ??= this.prove();
    return this.proofs;
  }

  private prove(): Buffer[] {
    // The left nodes of a proof are on the old tree's edge; its right nodes are all new.
    const edge = new Map(
      rootNodes(this.before.size).map(({ level }, at) => [level, this.before.hashes[at] as Uint8Array]),
    );
    const runs = new Map(this.completed.map((run) => [run.level, run]));
    const hashOf = ({ level, number }: TreeNode): Uint8Array => {
      const run = runs.get(level);
      const fresh = run === undefined || number < run.first ? undefined : run.hashes[number - run.first];
      return fresh ?? (edge.get(level) as Uint8Array);
    };
    // Many proofs share the right edge, which consists of several nodes.
    const folded = new Map<number, Uint8Array>();
    const hashOfStep = (nodes: ProofStep): Uint8Array => {
      const [node] = nodes as [TreeNode];
      if (nodes.length === 1) return hashOf(node);
      const begin = node.number * 2 ** node.level;
      const hash = folded.get(begin) ?? foldNodes(nodes.map(hashOf));
      folded.set(begin, hash);
      return hash;
    };
    return this.leaves.map((_, at) =>
      Buffer.concat(inclusionSteps(this.first + at, this.size).map(hashOfStep)),
    );
  }
}
