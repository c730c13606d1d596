import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { encodeHex } from '../encoding/base-encodings.js';
import { naiveRoot, sampleLeaves } from '../testing/naive-tree.js';
import { EMPTY_FRONTIER, extendFrontier, frontierOf, rootOfFrontier } from './frontier.js';
import { hashChildren } from './hashing.js';
import { MerkleTree } from './merkle-tree.js';
import { countAtLevel } from './nodes.js';
import { rootNodes } from './proof-nodes.js';

const leaves = sampleLeaves(700);
const tree = new MerkleTree(leaves);

/** The hash of a complete node, from its leaves. */
function naiveNode(level: number, number: number): Uint8Array {
  return naiveRoot(leaves.slice(number * 2 ** level, (number + 1) * 2 ** level));
}

describe('the frontier of a tree', () => {
  it('grows to the same root and the same nodes, whatever runs its leaves come in', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 70 }), { maxLength: 10 }), (counts) => {
        let frontier = EMPTY_FRONTIER;
        const levels: Uint8Array[][] = [];
        for (const count of counts) {
          const grown = extendFrontier(frontier, leaves.slice(frontier.size, frontier.size + count));
          for (const { level, first, hashes } of grown.completed) {
            const row = (levels[level] ??= []);
            expect(row).toHaveLength(first);
            row.push(...hashes);
          }
          frontier = grown.frontier;
          expect(rootOfFrontier(frontier)).toEqual(tree.root(frontier.size));
        }
        const expected = levels.map((_, level) =>
          Array.from({ length: countAtLevel(frontier.size, level) }, (_, number) =>
            encodeHex(naiveNode(level, number)),
          ),
        );
        expect(levels.map((row) => row.map(encodeHex))).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('goes on beyond 2^32 leaves', () => {
    const size = 2 ** 33 + 2 ** 31 + 1;
    const hashes = leaves.slice(0, 3);
    const [big, small, last] = hashes as [Uint8Array, Uint8Array, Uint8Array];
    const next = leaves[3] as Uint8Array;
    const { frontier, completed } = extendFrontier(frontierOf(size, hashes), [next]);
    expect(frontier.hashes).toEqual([big, small, hashChildren(last, next)]);
    expect(completed).toEqual([
      { level: 0, first: size, hashes: [next] },
      { level: 1, first: 2 ** 32 + 2 ** 30, hashes: [hashChildren(last, next)] },
    ]);
    expect(rootOfFrontier(frontier)).toEqual(
      hashChildren(big, hashChildren(small, hashChildren(last, next))),
    );
  });

  it('has one hash for each power of two in its size', () => {
    expect(rootNodes(2 ** 52 + 2 ** 31 + 4)).toEqual([
      { level: 52, number: 0 },
      { level: 31, number: 2 ** 21 },
      { level: 2, number: 2 ** 50 + 2 ** 29 },
    ]);
    expect(() => frontierOf(3, leaves.slice(0, 1))).toThrow(RangeError);
    expect(() => frontierOf(1, [Buffer.alloc(33)])).toThrow(RangeError);
    expect(() =>
      extendFrontier(frontierOf(2 ** 53 - 1, leaves.slice(0, 53)), [leaves[0] as Uint8Array]),
    ).toThrow(RangeError);
  });
});
