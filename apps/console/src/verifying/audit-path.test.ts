import { describe, expect, it } from '@jest/globals';
import { MerkleTree, encodeBase64, hashLeaf } from '@service/evidence';
import { drawnPath, pathSides } from './audit-path.js';

const leaves = Array.from({ length: 40 }, (_, at) => hashLeaf(Uint8Array.of(at)));

describe('the drawn path of an entry', () => {
  it('ends in the root of the tree, for every entry of every size', () => {
    const tree = new MerkleTree(leaves);
    for (let size = 1; size <= leaves.length; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const proof = tree.inclusionProof(index, size);
        const steps = drawnPath(leaves[index] as Uint8Array, { index, size, proof });
        const end = steps?.at(-1)?.parent ?? encodeBase64(leaves[index] as Uint8Array);
        expect([index, size, end]).toEqual([index, size, encodeBase64(tree.root(size))]);
      }
    }
  });

  it('says on which side each hash stands', () => {
    expect(pathSides(0, 1)).toEqual([]);
    expect(pathSides(2, 3)).toEqual(['left']);
    expect(pathSides(5, 7)).toEqual(['left', 'right', 'left']);
  });

  it('is none where the proof has not the length of the place', () => {
    const leaf = leaves[0] as Uint8Array;
    expect(drawnPath(leaf, { index: 0, size: 4, proof: [leaf] })).toBeNull();
  });
});
