import { describe, expect, it } from '@jest/globals';
import { vectorJson, vectorText } from '../testing/vectors.js';
import { hashLeaf } from './hashing.js';
import { MerkleTree } from './merkle-tree.js';
import { coveringNodes } from './nodes.js';
import { verifyConsistency } from './verify-consistency.js';
import { verifyInclusion } from './verify-inclusion.js';

const source = vectorText('rfc6962/verify_test.go.txt');

/** The rows between the beginning of a table and its end, which stands at the same depth. */
function table(name: string): string {
  const [, rows = ''] = new RegExp(`\\t${name} += \\[\\][^\\n]+\\{\\n(.*?)\\n\\t\\}`, 's').exec(source) ?? [];
  return rows;
}

function hashesIn(text: string): Buffer[] {
  return [...text.matchAll(/dh\("([0-9a-f]*)", \d+\)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
}

/** Rows of two numbers and a proof. */
function proofs(name: string): { first: number; second: number; proof: Buffer[] }[] {
  const rows = table(name).matchAll(/^\t\t\{(\d+), (\d+), (?:nil|\[\]\[\]byte\{(.*?)\})\},$/gms);
  return [...rows].map(([, first, second, proof = '']) => ({
    first: Number(first),
    second: Number(second),
    proof: hashesIn(proof),
  }));
}

const roots = hashesIn(table('roots'));
const entries = hashesIn(table('leaves'));
const leafHashes = entries.map(hashLeaf);
const tree = new MerkleTree(leafHashes);

describe('the vectors of transparency-dev/merkle', () => {
  it('have the roots that we compute', () => {
    expect(roots).toHaveLength(8);
    expect(roots.map((_, index) => tree.root(index + 1))).toEqual(roots);
  });

  it('have the inclusion proofs that we compute, and they are good', () => {
    // The first row stands for no proof; its leaves count from 1.
    const rows = proofs('inclusionProofs').slice(1);
    expect(rows).toHaveLength(5);
    for (const { first: place, second: size, proof } of rows) {
      const index = place - 1;
      expect(tree.inclusionProof(index, size)).toEqual(proof);
      const [leafHash, root] = [leafHashes[index] as Buffer, roots[size - 1] as Buffer];
      expect(verifyInclusion({ leafHash, index, size, root, proof })).toBe(true);
    }
  });

  it('have the consistency proofs that we compute, and they are good', () => {
    const rows = proofs('consistencyProofs');
    expect(rows).toHaveLength(5);
    for (const { first: fromSize, second: toSize, proof } of rows) {
      expect(tree.consistencyProof(fromSize, toSize)).toEqual(proof);
      const [fromRoot, toRoot] = [roots[fromSize - 1] as Buffer, roots[toSize - 1] as Buffer];
      expect(verifyConsistency({ fromSize, fromRoot, toSize, toRoot, proof })).toBe(true);
    }
  });

  it('have the ranges of nodes that a tree is made of', () => {
    const rows = vectorText('rfc6962/nodes_test.go.txt').matchAll(
      /\{(?:begin: 0, )?end: (\d+), want: \[\]NodeID\{(n\(.*\))\}\}/g,
    );
    const ranges = [...rows].map(([, end, nodes = '']) => ({
      end: Number(end),
      nodes: [...nodes.matchAll(/n\((\d+), (\d+)\)/g)].map(([, level, number]) => ({
        level: Number(level),
        number: Number(number),
      })),
    }));
    expect(ranges.length).toBeGreaterThanOrEqual(9);
    for (const { end, nodes } of ranges) expect(coveringNodes(0, end)).toEqual(nodes);
  });
});

describe('the answers of the log Argon 2020', () => {
  const head = vectorJson<{ tree_size: number; sha256_root_hash: string }>(
    'certificate-transparency/sth.json',
  );
  const size = head.tree_size;
  const root = Buffer.from(head.sha256_root_hash, 'base64');

  it('prove an entry', () => {
    const [entry] = vectorJson<{ entries: { leaf_input: string }[] }>(
      'certificate-transparency/entries.json',
    ).entries;
    const path = vectorJson<{ leaf_index: number; audit_path: string[] }>(
      'certificate-transparency/proof.json',
    );
    const leafHash = hashLeaf(Buffer.from(entry?.leaf_input ?? '', 'base64'));
    const proof = path.audit_path.map((hash) => Buffer.from(hash, 'base64'));
    const claim = { leafHash, index: path.leaf_index, size, root, proof };
    expect(verifyInclusion(claim)).toBe(true);
    expect(verifyInclusion({ ...claim, index: path.leaf_index + 1 })).toBe(false);
  });

  it('prove an earlier tree', () => {
    const { consistency } = vectorJson<{ consistency: string[] }>(
      'certificate-transparency/consistency.json',
    );
    const proof = consistency.map((hash) => Buffer.from(hash, 'base64'));
    // Size and root that x/mod's ct_test.go holds beside these files.
    const fromRoot = Buffer.from('AuIZ5V6sDUj1vn3Y1K85oOaQ7y+FJJKtyRTl1edIKBQ=', 'base64');
    const claim = { fromSize: 3654490, fromRoot, toSize: size, toRoot: root, proof };
    expect(verifyConsistency(claim)).toBe(true);
    expect(verifyConsistency({ ...claim, fromSize: 3654491 })).toBe(false);
  });
});
