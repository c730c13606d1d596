import { describe, expect, it } from '@jest/globals';
import { EvidenceError } from '../evidence-error.js';
import { MerkleTree } from '../merkle/merkle-tree.js';
import { formatCheckpoint, type Checkpoint } from '../notes/checkpoint.js';
import { noteSigner, signNote } from '../notes/note-signer.js';
import { noteVerifier, type NoteVerifier } from '../notes/note-verifier.js';
import { SigningKey } from '../signing/signing-key.js';
import { sampleLeaves } from '../testing/naive-tree.js';
import { formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.js';
import { CosigningRefused, openOffered, requireGrowth } from './judge-checkpoint.js';

const ORIGIN = 'log.example/development';
const tree = new MerkleTree(sampleLeaves(300));
const signer = noteSigner(ORIGIN, SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z'));
const other = noteSigner(ORIGIN, SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z'));
const logs = new Map([[ORIGIN, [noteVerifier(signer.verifierKey) as NoteVerifier]]]);

function noteAt(size: number, root = tree.root(size), by = [signer], origin = ORIGIN): string {
  return signNote(formatCheckpoint({ origin, size, root }), by);
}

function at(size: number, root = tree.root(size)): Checkpoint {
  return { origin: ORIGIN, size, root, extensions: [] };
}

function refusal(act: () => unknown): { status: number; size: number | null } | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof CosigningRefused)) throw error;
    return { status: error.status, size: error.size };
  }
}

function offer(oldSize: number, size: number, latest: Checkpoint | null, proof?: Uint8Array[]): () => void {
  const request = {
    oldSize,
    proof: proof ?? tree.consistencyProof(oldSize, size),
    checkpoint: noteAt(size),
  };
  return () => requireGrowth(request, openOffered(request, logs), latest);
}

describe('the body of add-checkpoint', () => {
  it.each([0, 1, 100, 255, 300])('is read as it was written, from the size %i', (oldSize) => {
    const request = { oldSize, proof: tree.consistencyProof(oldSize), checkpoint: noteAt(300) };
    expect(parseAddCheckpoint(formatAddCheckpoint(request))).toEqual(request);
  });

  it.each([
    ['an empty text', ''],
    ['no empty line', 'old 0\nlog\n'],
    ['no old size', '\n\nlog\n'],
    ['a size with leading zeros', 'old 01\n\nlog\n'],
    ['a negative size', 'old -1\n\nlog\n'],
    ['a size beyond 2^53', 'old 9007199254740993\n\nlog\n'],
    ['a hash of another length', 'old 1\nAAAA\n\nlog\n'],
    ['a hash that is not canonical', `old 1\n${'A'.repeat(42)}B=\n\nlog\n`],
    ['64 hashes', `old 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\nlog\n`],
  ])('is refused with %s', (_, text) => {
    expect(() => parseAddCheckpoint(text)).toThrow(EvidenceError);
  });

  it('may hold 63 hashes', () => {
    const text = `old 1\n${`${'A'.repeat(43)}=\n`.repeat(63)}\nlog\n`;
    expect(parseAddCheckpoint(text).proof).toHaveLength(63);
  });
});

describe('a checkpoint that is offered', () => {
  it('is read if a known key of its log signed it, among others', () => {
    const checkpoint = noteAt(7, tree.root(7), [other, signer]);
    expect(openOffered({ oldSize: 0, proof: [], checkpoint }, logs)).toEqual(at(7));
  });

  it.each([
    ['of an unknown log', 404, noteAt(7, tree.root(7), [signer], 'log.example/production')],
    ['signed by others only', 403, noteAt(7, tree.root(7), [other])],
    ['changed after it was signed', 403, noteAt(7).replace('\n7\n', '\n8\n')],
    ['without a signature', 400, formatCheckpoint({ origin: ORIGIN, size: 7, root: tree.root(7) })],
    ['that is another note', 400, signNote('hello\n', [signer])],
  ])('is refused where it is one %s', (_, status, checkpoint) => {
    expect(refusal(() => openOffered({ oldSize: 0, proof: [], checkpoint }, logs))?.status).toBe(status);
  });

  it('is refused where the old size is larger than its own', () => {
    expect(refusal(offer(8, 7, at(8), []))).toEqual({ status: 400, size: null });
  });
});

describe('a witness', () => {
  it.each([
    [0, 1],
    [0, 0],
    [1, 2],
    [5, 300],
    [256, 257],
    [300, 300],
  ])('cosigns a tree that grew from %i to %i', (from, to) => {
    expect(refusal(offer(from, to, from === 0 ? null : at(from)))).toBeNull();
  });

  it('answers the last cosigned size if the request names another', () => {
    expect(refusal(offer(0, 300, at(5)))).toEqual({ status: 409, size: 5 });
    expect(refusal(offer(4, 300, at(5)))).toEqual({ status: 409, size: 5 });
    expect(refusal(offer(5, 300, null))).toEqual({ status: 409, size: 0 });
  });

  it('refuses another root at the size that it cosigned last', () => {
    expect(refusal(offer(5, 5, at(5, tree.root(6))))).toEqual({ status: 409, size: 5 });
  });

  it('refuses a tree that did not grow from the one that it cosigned last', () => {
    expect(refusal(offer(5, 300, at(5, tree.root(6))))).toEqual({ status: 422, size: null });
  });

  it('refuses a proof with a hash too many or too few, and any proof for the first checkpoint', () => {
    const proof = tree.consistencyProof(5, 300);
    expect(refusal(offer(5, 300, at(5), proof.slice(1)))?.status).toBe(422);
    expect(refusal(offer(5, 300, at(5), [...proof, tree.root(1)]))?.status).toBe(422);
    expect(refusal(offer(0, 300, null, [tree.root(1)]))?.status).toBe(422);
    expect(refusal(offer(5, 5, at(5), [tree.root(1)]))?.status).toBe(422);
  });
});
