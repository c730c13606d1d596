import { describe, expect, it } from '@jest/globals';
import { MerkleTree } from '../merkle/merkle-tree.js';
import { formatCheckpoint } from '../notes/checkpoint.js';
import { noteCosigner, noteSigner, signNote } from '../notes/note-signer.js';
import { noteVerifier, type NoteVerifier } from '../notes/note-verifier.js';
import { openCheckpoint } from '../notes/signed-checkpoint.js';
import { SigningKey } from '../signing/signing-key.js';
import { sampleLeaves } from '../testing/naive-tree.js';
import { formatAddCheckpoint } from './add-checkpoint.js';
import { CosigningRefused } from './judge-checkpoint.js';
import { Witness, type CosignedCheckpoints } from './witness.js';

const ORIGIN = 'log.example/development';
const tree = new MerkleTree(sampleLeaves(300));
const keyOf = () => SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
const log = noteSigner(ORIGIN, keyOf());
const cosigner = noteCosigner('witness.example/1', keyOf(), () => 1_795_000_000);
const logVerifier = noteVerifier(log.verifierKey) as NoteVerifier;
const witnessVerifier = noteVerifier(cosigner.verifierKey) as NoteVerifier;

class InMemory implements CosignedCheckpoints {
  readonly notes = new Map<string, string>();
  failing = false;

  async latest(origin: string): Promise<string | null> {
    await Promise.resolve();
    return this.notes.get(origin) ?? null;
  }

  async store(origin: string, note: string): Promise<void> {
    await Promise.resolve();
    if (this.failing) throw new Error('The disk is full.');
    this.notes.set(origin, note);
  }
}

function witness(cosigned = new InMemory()): Witness {
  return new Witness(cosigner, new Map([[ORIGIN, [logVerifier]]]), cosigned);
}

function noteAt(size: number): string {
  return signNote(formatCheckpoint({ origin: ORIGIN, size, root: tree.root(size) }), [log]);
}

function bodyOf(oldSize: number, size: number): string {
  return formatAddCheckpoint({
    oldSize,
    proof: tree.consistencyProof(oldSize, size),
    checkpoint: noteAt(size),
  });
}

async function statusOf(answer: Promise<string>): Promise<number> {
  try {
    await answer;
    return 200;
  } catch (error) {
    return error instanceof CosigningRefused ? error.status : 500;
  }
}

describe('a witness', () => {
  it('answers lines that make the checkpoint a cosigned one', async () => {
    const lines = await witness().addCheckpoint(bodyOf(0, 7));
    const opened = openCheckpoint(noteAt(7) + lines, {
      origin: ORIGIN,
      log: [logVerifier],
      cosigners: [witnessVerifier],
    });
    expect(opened.cosignatures).toEqual([
      { name: 'witness.example/1', keyHash: cosigner.verifierKey.keyHash, time: 1_795_000_000n },
    ]);
  });

  it('follows a log, and never goes back', async () => {
    const subject = witness();
    await subject.addCheckpoint(bodyOf(0, 7));
    await subject.addCheckpoint(bodyOf(7, 7));
    await subject.addCheckpoint(bodyOf(7, 260));
    expect(await statusOf(subject.addCheckpoint(bodyOf(7, 100)))).toBe(409);
    expect(await statusOf(subject.addCheckpoint(bodyOf(0, 100)))).toBe(409);
    expect(await statusOf(subject.addCheckpoint(bodyOf(260, 300)))).toBe(200);
  });

  it('continues where a previous one stopped', async () => {
    const cosigned = new InMemory();
    await witness(cosigned).addCheckpoint(bodyOf(0, 7));
    expect(await statusOf(witness(cosigned).addCheckpoint(bodyOf(0, 8)))).toBe(409);
    expect(await statusOf(witness(cosigned).addCheckpoint(bodyOf(7, 8)))).toBe(200);
  });

  it('cosigns one of several concurrent checkpoints from the same size', async () => {
    const subject = witness();
    const sizes = [20, 30, 40, 50, 60];
    const statuses = await Promise.all(sizes.map((size) => statusOf(subject.addCheckpoint(bodyOf(0, size)))));
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  it('cosigns nothing that it could not store, and continues afterwards', async () => {
    const cosigned = new InMemory();
    const subject = witness(cosigned);
    cosigned.failing = true;
    await expect(subject.addCheckpoint(bodyOf(0, 7))).rejects.toThrow('full');
    cosigned.failing = false;
    expect(await statusOf(subject.addCheckpoint(bodyOf(0, 8)))).toBe(200);
  });

  it('refuses an invalid request', async () => {
    expect(await statusOf(witness().addCheckpoint('hello'))).toBe(400);
  });
});
