import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { splitPoint, topLevel, type TreeNode } from './nodes.js';
import { consistencySteps, foldNodes, inclusionSteps, proofOf, rootNodes } from './proof-nodes.js';
import { verifyConsistency } from './verify-consistency.js';
import { verifyInclusion } from './verify-inclusion.js';

const LARGEST = Number.MAX_SAFE_INTEGER;
const size = fc.oneof(
  fc.integer({ min: 2, max: LARGEST }),
  fc.integer({ min: 2 ** 31 - 3, max: 2 ** 31 + 3 }),
  fc.integer({ min: 2 ** 32 - 3, max: 2 ** 32 + 3 }),
  fc.integer({ min: 0, max: 51 }).map((power) => 2 ** power + 1),
);

/** A tree in which every leaf is the same, so that a node's hash follows from its level at any size. */
const levels: Uint8Array[] = [Buffer.alloc(32, 7)];
while (levels.length < 54) {
  const child = levels.at(-1) as Uint8Array;
  levels.push(createHash('sha256').update(Buffer.of(1)).update(child).update(child).digest());
}
const hashOf = ({ level }: TreeNode): Uint8Array => levels[level] as Uint8Array;
const rootAt = (leaves: number): Uint8Array => foldNodes(rootNodes(leaves).map(hashOf));

describe('the arithmetic of trees', () => {
  it('is exact beyond 32 bits', () => {
    expect([1, 2, 3, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33 + 1, LARGEST].map(topLevel)).toEqual([
      0, 1, 1, 31, 31, 32, 33, 52,
    ]);
    expect([2, 3, 4, 5, 2 ** 32, 2 ** 32 + 1, 2 ** 33].map(splitPoint)).toEqual([
      1,
      2,
      2,
      4,
      2 ** 31,
      2 ** 32,
      2 ** 32,
    ]);
  });
});

describe('the nodes of a proof', () => {
  it('make good inclusion proofs in trees up to 2^53 - 1 leaves', () => {
    const places = size.chain((leaves) =>
      fc.tuple(fc.constant(leaves), fc.integer({ min: 0, max: leaves - 1 })),
    );
    fc.assert(
      fc.property(places, ([leaves, index]) => {
        const proof = proofOf(inclusionSteps(index, leaves), hashOf);
        const claim = { leafHash: levels[0] as Uint8Array, index, size: leaves, root: rootAt(leaves), proof };
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false);
      }),
    );
  });

  it('make good consistency proofs in trees up to 2^53 - 1 leaves', () => {
    const sizes = size.chain((to) => fc.tuple(fc.integer({ min: 1, max: to - 1 }), fc.constant(to)));
    fc.assert(
      fc.property(sizes, ([from, to]) => {
        const proof = proofOf(consistencySteps(from, to), hashOf);
        const claim = { fromSize: from, fromRoot: rootAt(from), toSize: to, toRoot: rootAt(to), proof };
        expect(verifyConsistency(claim)).toBe(true);
        expect(verifyConsistency({ ...claim, proof: proof.slice(0, -1) })).toBe(false);
      }),
    );
  });
});
