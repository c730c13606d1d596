import {
  MerkleTree,
  STORED_HEIGHT,
  STORED_WIDTH,
  countAtLevel,
  hashLeaf,
  logVerifiers,
  openCheckpoint,
  sameHash,
  verifyConsistency,
} from '@service/evidence';
import { expect } from '@jest/globals';
import type { SequencedLog } from './sequenced-log.js';

/**
 * Checks all tables of a log against its leaves, and the stored checkpoints: every checkpoint that was ever
 * stored or published is signed and of the same growing tree, every tile is right, and everything published was stored.
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

  const verifiers = logVerifiers(log.keys, origin);
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

  const tiles = await log.rows<{ level: number; number: string; hashes: Buffer }>(
    'SELECT * FROM $.log_tiles ORDER BY level, number',
  );
  const expected: { level: number; number: string; hashes: Buffer }[] = [];
  for (let level = 0; countAtLevel(leaves.length, level * STORED_HEIGHT) > 0; level += 1) {
    const span = STORED_WIDTH ** level;
    const count = countAtLevel(leaves.length, level * STORED_HEIGHT);
    const nodes = Array.from({ length: count }, (_, number) =>
      new MerkleTree(hashes.slice(number * span, (number + 1) * span)).root(),
    );
    for (let number = 0; number * STORED_WIDTH < count; number += 1) {
      const own = nodes.slice(number * STORED_WIDTH, (number + 1) * STORED_WIDTH);
      expected.push({ level, number: String(number), hashes: Buffer.concat(own) });
    }
  }
  expect(tiles).toEqual(expected);
}
