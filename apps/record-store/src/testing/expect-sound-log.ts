import {
  HASH_LENGTH,
  MerkleTree,
  SignatureType,
  countAtLevel,
  decodeBase64url,
  hashLeaf,
  noteVerifier,
  openCheckpoint,
  sameHash,
  verifierKey,
  verifyConsistency,
  verifyInclusion,
} from '@service/evidence';
import { expect } from '@jest/globals';
import type { SequencedLog } from './sequenced-log.js';

/**
 * Checks all tables of a log against its leaves, and the stored checkpoints: every checkpoint that was ever
 * stored or published is signed and of the same growing tree, every receipt proves its leaf, every tile is
 * right, and everything published was stored.
 */
export async function expectSoundLog(log: SequencedLog, origin: string): Promise<void> {
  const leaves = await log.rows<{
    index: string;
    slot: Buffer;
    digest: Buffer;
    subject_id: string;
    sequence: number;
  }>('SELECT * FROM $.log_leaves ORDER BY index');
  expect(leaves.map(({ index }) => Number(index))).toEqual(leaves.map((_, at) => at));
  const hashes = leaves.map(({ slot, digest }) => hashLeaf(Buffer.concat([slot, digest])));
  const tree = new MerkleTree(hashes);

  const verifiers = log.keys.all('checkpoint').flatMap(({ publicKey }) => {
    return noteVerifier(verifierKey(origin, SignatureType.ed25519, decodeBase64url(publicKey))) ?? [];
  });
  const open = (note: string) => openCheckpoint(note, { origin, log: verifiers, cosigners: [] }).checkpoint;
  const published = await log.rows<{ tree_size: string; root: Buffer; note: string }>(
    'SELECT * FROM $.log_checkpoints ORDER BY tree_size',
  );
  const stored = log.checkpoints.notes.filter((note) => note.startsWith(`${origin}\n`)).map(open);
  const checkpoints = [...published.map(({ note }) => open(note)), ...stored];
  for (const { size, root } of checkpoints) expect(sameHash(tree.root(size), root)).toBe(true);
  for (const { tree_size, root, note } of published) {
    expect({ size: Number(tree_size), root }).toEqual({ size: open(note).size, root: open(note).root });
    expect(stored.map(({ size }) => size)).toContain(Number(tree_size));
  }
  for (const [at, { size: fromSize, root: fromRoot }] of checkpoints.entries()) {
    for (const { size: toSize, root: toRoot } of checkpoints.slice(at + 1)) {
      if (toSize < fromSize) continue;
      const proof = tree.consistencyProof(fromSize, toSize);
      expect(verifyConsistency({ fromSize, fromRoot, toSize, toRoot, proof })).toBe(true);
    }
  }

  const head = await log.headSize();
  const receipts = await log.rows<{
    subject_id: string;
    sequence: number;
    log_index: string;
    tree_size: string;
    proof: Buffer;
  }>('SELECT * FROM $.log_receipts ORDER BY log_index');
  expect(receipts.map(({ log_index }) => Number(log_index))).toEqual(
    leaves.slice(0, head ?? 0).map((_, at) => at),
  );
  const roots = new Map(published.map(({ tree_size, root }) => [tree_size, root]));
  const bad = receipts.filter(({ log_index, tree_size, proof, subject_id, sequence }) => {
    const index = Number(log_index);
    const holds = verifyInclusion({
      leafHash: hashes[index] as Buffer,
      index,
      size: Number(tree_size),
      root: roots.get(tree_size) ?? Buffer.alloc(0),
      proof: splitHashes(proof),
    });
    const leaf = leaves[index];
    return !holds || leaf?.subject_id !== subject_id || leaf.sequence !== sequence;
  });
  expect(bad).toEqual([]);

  const tiles = await log.rows<{ level: number; number: string; hashes: Buffer }>(
    'SELECT * FROM $.log_tiles ORDER BY level, number',
  );
  const expected: { level: number; number: string; hashes: Buffer }[] = [];
  for (let level = 0; countAtLevel(leaves.length, level * 8) > 0; level += 1) {
    const count = countAtLevel(leaves.length, level * 8);
    const nodes = Array.from({ length: count }, (_, number) =>
      new MerkleTree(hashes.slice(number * 256 ** level, (number + 1) * 256 ** level)).root(),
    );
    for (let number = 0; number * 256 < count; number += 1) {
      const own = nodes.slice(number * 256, number * 256 + 256);
      expected.push({ level, number: String(number), hashes: Buffer.concat(own) });
    }
  }
  expect(tiles).toEqual(expected);
}

function splitHashes(proof: Buffer): Buffer[] {
  return Array.from({ length: proof.length / HASH_LENGTH }, (_, at) =>
    proof.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
}
