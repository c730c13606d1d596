import { sameHash } from './hashing.js';
import { encodeHex } from '../encoding/base-encodings.js';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { naiveRoot, sampleLeaves } from '../testing/naive-tree.js';
import { MerkleTree, rootOfLeaves } from './merkle-tree.js';
import { verifyConsistency } from './verify-consistency.js';
import { rootOfInclusion, verifyInclusion } from './verify-inclusion.js';

const SIZES = 2000;
const leaves = sampleLeaves(SIZES);
const tree = new MerkleTree(leaves);

/** A tree's size, and a place below it. */
const placeInTree = fc
  .integer({ min: 1, max: SIZES })
  .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat({ max: size - 1 }) }));

const twoSizes = fc
  .integer({ min: 2, max: SIZES })
  .chain((to) => fc.record({ to: fc.constant(to), from: fc.integer({ min: 1, max: to - 1 }) }));

function inclusionOf({ index, size }: { index: number; size: number }) {
  const proof = tree.inclusionProof(index, size);
  return { leafHash: leaves[index] as Uint8Array, index, size, root: tree.root(size), proof };
}

function consistencyOf({ from, to }: { from: number; to: number }) {
  const proof = tree.consistencyProof(from, to);
  return { fromSize: from, fromRoot: tree.root(from), toSize: to, toRoot: tree.root(to), proof };
}

function flipped(hash: Uint8Array, bit: number): Uint8Array {
  const copy = Buffer.from(hash);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}

/** Proofs that differ from one in a bit, by a hash or by their order. */
function spoiled(proof: readonly Uint8Array[], bit: number): Uint8Array[][] {
  const other = leaves[0] as Uint8Array;
  const longer = [
    [...proof, other],
    [other, ...proof],
  ];
  if (proof.length === 0) return longer;
  const at = bit % proof.length;
  return [
    ...longer,
    proof.slice(1),
    proof.slice(0, -1),
    proof.map((hash, index) => (index === at ? flipped(hash, bit) : hash)),
    proof.map((hash, index) => (index === at ? hash.subarray(1) : hash)),
    ...(proof.length > 1 ? [[...proof].reverse()] : []),
  ];
}

const someBit = fc.nat({ max: 255 });

describe('a Merkle tree', () => {
  it('has the root that RFC 6962 defines, at every size', () => {
    for (let size = 0; size <= SIZES; size += size < 130 ? 1 : 110) {
      expect(encodeHex(tree.root(size))).toBe(encodeHex(naiveRoot(leaves.slice(0, size))));
    }
    expect(rootOfLeaves(leaves)).toEqual(naiveRoot(leaves));
  });

  it('has the same root however its leaves were appended', () => {
    const runs = fc.array(fc.nat({ max: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(runs, (counts) => {
        const grown = new MerkleTree();
        for (const count of counts) grown.append(...leaves.slice(grown.size, grown.size + count));
        expect(grown.root()).toEqual(tree.root(grown.size));
      }),
    );
  });

  it('refuses what it never had', () => {
    expect(() => tree.root(SIZES + 1)).toThrow(RangeError);
    expect(() => tree.inclusionProof(5, 5)).toThrow(RangeError);
    expect(() => tree.inclusionProof(0, SIZES + 1)).toThrow(RangeError);
    expect(() => tree.consistencyProof(6, 5)).toThrow(RangeError);
    expect(() => tree.inclusionProof(-1, 5)).toThrow(RangeError);
    expect(() => tree.inclusionProof(0.5, 5)).toThrow(RangeError);
    expect(() => new MerkleTree([Buffer.alloc(31)])).toThrow(RangeError);
  });
});

describe('a proof of inclusion', () => {
  it('is good for a leaf of a tree of every size', () => {
    const refused: object[] = [];
    for (let size = 1; size <= SIZES; size += 1) {
      for (const index of new Set([0, (size * 5) >> 3, size >> 1, size - 1])) {
        if (!verifyInclusion(inclusionOf({ index, size }))) refused.push({ index, size });
      }
    }
    expect(refused).toEqual([]);
  });

  it('is refused under another root, leaf or index', () => {
    fc.assert(
      fc.property(placeInTree, someBit, (place, bit) => {
        const claim = inclusionOf(place);
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, root: flipped(claim.root, bit) })).toBe(false);
        expect(verifyInclusion({ ...claim, leafHash: flipped(claim.leafHash, bit) })).toBe(false);
        for (const index of [place.index + 1, place.index - 1, place.index ^ 2, place.index + 2 ** 32]) {
          expect(verifyInclusion({ ...claim, index })).toBe(false);
        }
      }),
    );
  });

  it('is refused with a flipped bit, a missing, cut, added or misplaced hash', () => {
    fc.assert(
      fc.property(placeInTree, someBit, (place, bit) => {
        const claim = inclusionOf(place);
        for (const proof of spoiled(claim.proof, bit)) {
          if (
            proof.every((hash, at) => sameHash(hash, claim.proof[at] ?? new Uint8Array())) &&
            proof.length === claim.proof.length
          )
            continue;
          expect(verifyInclusion({ ...claim, proof })).toBe(false);
        }
      }),
    );
  });

  it('leads to no root with more hashes than the size asks for, whatever root is claimed', () => {
    for (const size of [1, 2, 5, 8, 11]) {
      const { leafHash, index, proof } = inclusionOf({ index: size - 1, size });
      const longer = [...proof, leaves[0] as Uint8Array];
      expect(rootOfInclusion({ leafHash, index, size, proof })).toEqual(tree.root(size));
      expect(rootOfInclusion({ leafHash, index, size, proof: longer })).toBeNull();
      expect(rootOfInclusion({ leafHash, index, size, proof: [...longer, ...longer] })).toBeNull();
    }
  });

  it.each([0, 5, -1, 1.5, Number.NaN, 2 ** 53, Infinity])('is refused for a tree of %p leaves', (size) => {
    expect(verifyInclusion({ ...inclusionOf({ index: 5, size: 11 }), size })).toBe(false);
  });
});

describe('a proof of consistency', () => {
  it('is good between trees of every size', () => {
    const refused: object[] = [];
    for (let to = 0; to <= SIZES; to += 1) {
      for (const from of new Set([0, 1, to >> 1, (to * 5) >> 3, to - 1, to])) {
        if (from < 0 || from > to) continue;
        if (!verifyConsistency(consistencyOf({ from, to }))) refused.push({ from, to });
      }
    }
    expect(refused).toEqual([]);
  });

  it('is refused under another root or size', () => {
    fc.assert(
      fc.property(twoSizes, someBit, (sizes, bit) => {
        const claim = consistencyOf(sizes);
        expect(verifyConsistency(claim)).toBe(true);
        expect(verifyConsistency({ ...claim, fromRoot: flipped(claim.fromRoot, bit) })).toBe(false);
        expect(verifyConsistency({ ...claim, toRoot: flipped(claim.toRoot, bit) })).toBe(false);
        expect(verifyConsistency({ ...claim, fromSize: claim.toSize, toSize: claim.fromSize })).toBe(false);
        expect(verifyConsistency({ ...claim, fromSize: 0 })).toBe(false);
        expect(verifyConsistency({ ...claim, toSize: claim.fromSize })).toBe(false);
        expect(verifyConsistency({ ...claim, toSize: claim.toSize + 2 ** 32 })).toBe(false);
      }),
    );
  });

  it('is refused with a flipped bit, a missing, cut, added or misplaced hash', () => {
    fc.assert(
      fc.property(twoSizes, someBit, (sizes, bit) => {
        const claim = consistencyOf(sizes);
        for (const proof of spoiled(claim.proof, bit)) {
          expect(verifyConsistency({ ...claim, proof })).toBe(false);
        }
      }),
    );
  });

  it('from the empty tree is empty, and needs its root', () => {
    const claim = consistencyOf({ from: 0, to: 7 });
    expect(claim.proof).toEqual([]);
    expect(verifyConsistency({ ...claim, fromRoot: leaves[0] as Uint8Array })).toBe(false);
    expect(verifyConsistency({ ...claim, proof: [leaves[0] as Uint8Array] })).toBe(false);
  });
});
