import { hashChildren } from './hashing.js';
import { coveringNodes, requireSize, splitPoint, type TreeNode } from './nodes.js';

/**
 * One hash of a proof: the complete nodes that it is computed from, left to right. There are several only at the right
 * edge of a tree, where they are hashed together from the right.
 */
export type ProofStep = readonly TreeNode[];

/** The nodes that the root of a tree is computed from, the largest first; empty for the empty tree. */
export function rootNodes(size: number): TreeNode[] {
  requireSize(size);
  return coveringNodes(0, size);
}

/**
 * The steps of the proof that a leaf is in a tree, from the leaf up. RFC 6962, section 2.1.1.
 * @throws RangeError where the tree has no such leaf.
 */
export function inclusionSteps(index: number, size: number): ProofStep[] {
  requireSize(size);
  requireSize(index);
  if (index >= size) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`);
  const steps: ProofStep[] = [];
  let begin = 0;
  let end = size;
  while (end - begin > 1) {
    const middle = begin + splitPoint(end - begin);
    if (index < middle) {
      steps.push(coveringNodes(middle, end));
      end = middle;
    } else {
      steps.push(coveringNodes(begin, middle));
      begin = middle;
    }
  }
  return steps.reverse();
}

/**
 * The steps of the proof that a tree is a prefix of a larger one. RFC 6962, section 2.1.2. Empty where both have the
 * same size or the smaller one is empty.
 * @throws RangeError where `from` is larger than `to`.
 */
export function consistencySteps(from: number, to: number): ProofStep[] {
  requireSize(from);
  requireSize(to);
  if (from > to) throw new RangeError(`A tree of ${to} leaves does not contain one of ${from}.`);
  if (from === 0) return [];
  const steps: ProofStep[] = [];
  let begin = 0;
  let end = to;
  while (from < end) {
    const middle = begin + splitPoint(end - begin);
    if (from <= middle) {
      steps.push(coveringNodes(middle, end));
      end = middle;
    } else {
      steps.push(coveringNodes(begin, middle));
      begin = middle;
    }
  }
  // If the smaller tree is one complete left node of the larger one, the verifier already has its hash.
  if (begin > 0) steps.push(coveringNodes(begin, end));
  return steps.reverse();
}

/** All nodes of a proof's steps. */
export function nodesOfSteps(steps: readonly ProofStep[]): TreeNode[] {
  return steps.flat();
}

/** A proof's hashes, one for each step. @param hashOf reads a complete node's hash. */
export function proofOf(steps: readonly ProofStep[], hashOf: (node: TreeNode) => Uint8Array): Uint8Array[] {
  return steps.map((nodes) => foldNodes(nodes.map(hashOf)));
}

/**
 * One hash of several nodes, given left to right, the largest first: the right ones are hashed together first.
 * @throws RangeError without nodes.
 */
export function foldNodes(hashes: readonly Uint8Array[]): Uint8Array {
  let folded = hashes.at(-1);
  if (folded === undefined) throw new RangeError('A hash needs at least one node.');
  for (let at = hashes.length - 2; at >= 0; at -= 1) folded = hashChildren(hashes[at] as Uint8Array, folded);
  return folded;
}
