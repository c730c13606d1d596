import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { SigningKey } from '../signing/signing-key.js';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.js';
import { decodeCosignature } from './cosignature.js';
import { noteCosigner, noteSigner, signNote } from './note-signer.js';
import { cosignerKey, noteVerifier, type NoteVerifier } from './note-verifier.js';
import { openCheckpoint } from './signed-checkpoint.js';
import { formatNote, parseNote } from './signed-note.js';
import { formatTlogProof, parseTlogProof } from './tlog-proof.js';

const key = (): SigningKey => SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
const ORIGIN = 'log.example/live';
const TIME = 1_679_315_147;
const log = noteSigner(ORIGIN, key());
const witnessKey = key();
const witness = noteCosigner('witness.example/w1', witnessKey, () => TIME);
const verifierOf = ({ verifierKey }: typeof log): NoteVerifier => noteVerifier(verifierKey) as NoteVerifier;
const trust = { origin: ORIGIN, log: [verifierOf(log)], cosigners: [verifierOf(witness)] };

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replaceAll(/\p{Cc}/gu, '.'));
const checkpoints = fc.record({
  origin: line,
  size: fc.maxSafeNat(),
  root: hash,
  extensions: fc.array(line, { maxLength: 2 }),
});
const text = formatCheckpoint({ origin: ORIGIN, size: 20852163, root: Buffer.alloc(32, 9) });

describe('a checkpoint', () => {
  it('is origin, size and root, a line each', () => {
    expect(text).toBe(`${ORIGIN}\n20852163\nCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=\n`);
    fc.assert(
      fc.property(checkpoints, (checkpoint) => {
        expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
      }),
    );
  });

  it.each([
    ['020852163', '20852163'],
    ['-1', '20852163'],
    ['', '20852163'],
    ['9007199254740992', '20852163'],
    ['1e3', '20852163'],
    ['', ORIGIN],
    ['CQk=', 'CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk='],
    ['CQl', 'CQk='],
    ['k=\n\n', 'k=\n'],
    ['k=\na\n\nb\n', 'k=\n'],
    ['k=', 'k=\n'],
    ['k=\r\n', 'k=\n'],
  ])('is refused with %j for %j', (wrong, right) => {
    expect(() => parseCheckpoint(text.replace(right, wrong))).toThrow(
      expect.objectContaining({ code: 'checkpoint.malformed' }),
    );
  });

  it('cannot be made of what it cannot say', () => {
    const sound = { origin: ORIGIN, size: 1, root: Buffer.alloc(32) };
    for (const change of [
      { origin: '' },
      { origin: 'a\nb' },
      { size: -1 },
      { size: 2 ** 53 },
      { root: Buffer.alloc(31) },
      { extensions: [''] },
    ]) {
      expect(() => formatCheckpoint({ ...sound, ...change })).toThrow(RangeError);
    }
  });

  it('is believed where its log signed it, and says which cosigners did when', () => {
    const { checkpoint, cosignatures } = openCheckpoint(signNote(text, [log, witness]), trust);
    expect(checkpoint).toEqual(parseCheckpoint(text));
    expect(cosignatures).toEqual([
      { name: 'witness.example/w1', keyHash: witness.verifierKey.keyHash, time: BigInt(TIME) },
    ]);
  });

  it('is refused where only a cosigner signed it, or it is that of another log', () => {
    expect(() => openCheckpoint(signNote(text, [witness]), trust)).toThrow(
      expect.objectContaining({ code: 'note.unsigned' }),
    );
    const elsewhere = formatCheckpoint({ origin: 'log.example/other', size: 1, root: Buffer.alloc(32) });
    expect(() => openCheckpoint(signNote(elsewhere, [log, witness]), trust)).toThrow(
      expect.objectContaining({ code: 'checkpoint.other_origin' }),
    );
    expect(() => openCheckpoint(signNote('no checkpoint\n', [log]), trust)).toThrow(
      expect.objectContaining({ code: 'checkpoint.malformed' }),
    );
  });
});

describe('a cosignature', () => {
  const note = parseNote(signNote(text, [log, witness]));
  const [, cosignature] = note.signatures as [unknown, (typeof note.signatures)[0]];

  it('covers its time', () => {
    expect(decodeCosignature(cosignature.signature)?.time).toBe(BigInt(TIME));
    const later = Buffer.from(cosignature.signature);
    later.writeBigUInt64BE(BigInt(TIME + 1));
    const signatures = [note.signatures[0] as typeof cosignature, { ...cosignature, signature: later }];
    expect(() => openCheckpoint(formatNote({ text: note.text, signatures }), trust)).toThrow(
      expect.objectContaining({ code: 'note.bad_signature' }),
    );
  });

  it('is another than the plain signature of the same key', () => {
    const plain = noteSigner('witness.example/w1', witnessKey);
    expect(plain.verifierKey.keyHash).not.toBe(witness.verifierKey.keyHash);
    expect(cosignerKey(plain.verifierKey)).toEqual(witness.verifierKey);
    expect(cosignerKey(witness.verifierKey)).toEqual(witness.verifierKey);
    expect(verifierOf(plain).verify(text, cosignature.signature.subarray(8))).toBe(false);
  });

  it('has 72 bytes and a time that fits', () => {
    expect(decodeCosignature(Buffer.alloc(71))).toBeNull();
    expect(decodeCosignature(Buffer.alloc(73))).toBeNull();
    expect(decodeCosignature(Buffer.alloc(72, 0xff))).toBeNull();
  });
});

describe('a tlog proof', () => {
  const proofs = fc.record({
    index: fc.maxSafeNat(),
    proof: fc.array(hash, { maxLength: 5 }),
    checkpoint: fc.constantFrom(signNote(text, [log, witness]), signNote('a\n\nb\n', [log])),
    extra: fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  });

  it('gives back its parts', () => {
    fc.assert(
      fc.property(proofs, (proof) => {
        expect(parseTlogProof(formatTlogProof(proof))).toEqual(proof);
      }),
    );
  });

  const sound = formatTlogProof({
    index: 7,
    proof: [Buffer.alloc(32, 1)],
    checkpoint: signNote(text, [log]),
    extra: Buffer.from('x'),
  });

  it.each([
    ['another version', sound.replace('@v1', '@v2')],
    ['extra data that is not base64', sound.replace('extra eA==', 'extra eA')],
    ['extra data behind the index', sound.replace('extra eA==\nindex 7', 'index 7\nextra eA==')],
    ['no index', sound.replace('index 7\n', '')],
    ['an index with a leading zero', sound.replace('index 7', 'index 07')],
    ['an index below zero', sound.replace('index 7', 'index -7')],
    ['a hash that is too short', sound.replace('AQE', '')],
    ['a hash of another length', sound.replace(/AQE.*=/, 'AQEB')],
    ['no checkpoint', `${sound.split('\n\n')[0]}\n\n`],
    ['no empty line', sound.replace('\n\n', '\n')],
    ['carriage returns', sound.replaceAll('\n', '\r\n')],
  ])('is refused with %s', (_, spoiled) => {
    expect(spoiled).not.toBe(sound);
    expect(() => parseTlogProof(spoiled)).toThrow(expect.objectContaining({ code: 'tlog_proof.malformed' }));
  });
});
