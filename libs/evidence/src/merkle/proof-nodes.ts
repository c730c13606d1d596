import { hashChildren } from './hashing.js';
import { coveringNodes, requireSize, splitPoint, type TreeNode } from './nodes.js';

/**
 * One hash of a proof: the complete nodes that it is made of, left to right. There are several only at the
 * right edge of a tree, where they are hashed together from the right.
 */
export type ProofStep = readonly TreeNode[];

/** The nodes that make up the root of a tree, from the largest on; none for the empty tree. */
export function rootNodes(size: number): TreeNode[] {
  requireSize(size);
  return coveringNodes(0, size);
}

/**
 * What the proof that a leaf is in a tree consists of, from the leaf up. RFC 6962, section 2.1.1.
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
 * What the proof that a tree is the beginning of a larger one consists of. RFC 6962, section 2.1.2.
 * It is empty where both are of one size, and where the smaller one is empty.
 * @throws RangeError where `from` is larger than `to`.
 */
export function consistencySteps(from: number, to: number): ProofStep[] {
  requireSize(from);
  requireSize(to);
  if (from > to) throw new RangeError(`A tree of ${to} leaves has none of ${from} in it.`);
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
  // The verifier has the root of the smaller tree already where that is a whole left part of the larger one.
  if (begin > 0) steps.push(coveringNodes(begin, end));
  return steps.reverse();
}

/** All nodes of a proof's steps. */
export function nodesOfSteps(steps: readonly ProofStep[]): TreeNode[] {
  return steps.flat();
}

/** A proof's hashes, one for each step. @param hashOf reads a complete node's hash. */
export function proofOf(steps: readonly ProofStep[], hashOf: (node: TreeNode) => Buffer): Buffer[] {
  return steps.map((nodes) => foldNodes(nodes.map(hashOf)));
}

/**
 * One hash of several nodes, given left to right, from the largest on: the right ones are hashed together first.
 * @throws RangeError where there are none.
 */
export function foldNodes(hashes: readonly Buffer[]): Buffer {
  let folded = hashes.at(-1);
  if (folded === undefined) throw new RangeError('There is no hash of no nodes.');
  for (let at = hashes.length - 2; at >= 0; at -= 1) folded = hashChildren(hashes[at] as Buffer, folded);
  return folded;
}
