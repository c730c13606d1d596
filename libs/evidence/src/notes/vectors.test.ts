import { describe, expect, it } from '@jest/globals';
import { encodeBase64url } from '../encoding/base-encodings.js';
import { hashLeaf } from '../merkle/hashing.js';
import { verifyConsistency } from '../merkle/verify-consistency.js';
import { verifyInclusion } from '../merkle/verify-inclusion.js';
import { SigningKey } from '../signing/signing-key.js';
import { vectorJson, vectorText } from '../testing/vectors.js';
import { parseCheckpoint } from './checkpoint.js';
import { decodeCosignature } from './cosignature.js';
import { noteSigner, signNote } from './note-signer.js';
import { cosignerKey, noteVerifier, openNote, type NoteVerifier } from './note-verifier.js';
import { openCheckpoint } from './signed-checkpoint.js';
import { formatTlogProof, parseTlogProof } from './tlog-proof.js';
import { formatVerifierKey, parseVerifierKey } from './verifier-key.js';

function verifierOf(vkey: string): NoteVerifier {
  return noteVerifier(parseVerifierKey(vkey)) as NoteVerifier;
}

/** The Go string that a name is set to. */
function goString(source: string, name: string): string {
  const [, text = ''] = new RegExp(`\\b${name} := "((?:[^"\\\\]|\\\\.)*)"`).exec(source) ?? [];
  return JSON.parse(`"${text}"`) as string;
}

describe('the vectors of sumdb/note', () => {
  const source = vectorText('notes/sumdb_note_test.go.txt');
  const [peterKey, enochKey] = [goString(source, 'peterKey'), goString(source, 'enochKey')];
  const [peterSig, enochSig] = [goString(source, 'peterSig'), goString(source, 'enochSig')];
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";

  it('have notes that we open', () => {
    const opened = openNote(`${text}\n${peterSig}${enochSig}`, [verifierOf(peterKey), verifierOf(enochKey)]);
    expect(opened.text).toBe(text);
    expect(opened.verified.map(({ name }) => name)).toEqual(['PeterNeumann', 'EnochRoot']);
    expect(openNote(`${text}\n${peterSig}${enochSig}`, [verifierOf(enochKey)]).ignored).toHaveLength(1);
  });

  it('have the signature that we make with their key', () => {
    const seed = Buffer.from(goString(source, 'skey').split('+').slice(4).join('+'), 'base64').subarray(1);
    const x = encodeBase64url(parseVerifierKey(peterKey).publicKey);
    const key = new SigningKey({
      purpose: 'checkpoint',
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      d: seed.toString('base64url'),
      created_at: '2026-11-21T03:00:00.000Z',
    });
    const signer = noteSigner('PeterNeumann', key);
    expect(signNote(text, [signer])).toBe(`${text}\n${peterSig}`);
    expect(formatVerifierKey(signer.verifierKey)).toBe(peterKey);
  });

  it('have verifier keys that are refused', () => {
    const wrongLength = /badKey\("(.*?)"\) \/\/ wrong length/.exec(source)?.[1] ?? '';
    expect(() => parseVerifierKey(wrongLength)).toThrow(
      expect.objectContaining({ code: 'verifier_key.malformed' }),
    );
    const unknownType = /badKey\("(.*?)"\) +\/\/ unknown algorithm/.exec(source)?.[1] ?? '';
    expect(noteVerifier(parseVerifierKey(unknownType))).toBeNull();
  });
});

describe('the vectors of transparency-dev/formats', () => {
  it('have a cosignature whose time we read', () => {
    const source = vectorText('notes/note_cosigv1_test.go.txt');
    const [, base64 = '', time = ''] =
      /Base64: "([^"]+)"\},\s+wantTime: time\.Unix\((\d+), 0\)/.exec(source) ?? [];
    expect(decodeCosignature(Buffer.from(base64, 'base64').subarray(4))?.time).toBe(BigInt(time));
  });

  it('have vkeys that we read', () => {
    const source = vectorText('notes/note_cosigv1_test.go.txt');
    const [, remora = ''] = /native algEd25519CosignatureV1 verifier",\s+pubK: "(.*?)"/.exec(source) ?? [];
    expect(parseVerifierKey(remora)).toMatchObject({ name: 'remora.n621.de', type: 4 });
    const [, mldsa = ''] = /native algMLDSA44 verifier",\s+pubK: "(.*?)"/.exec(source) ?? [];
    expect(formatVerifierKey(parseVerifierKey(mldsa))).toBe(mldsa);
  });

  it.each([
    [
      'checkpoint',
      'notes/checkpoint_test.go.txt',
      /m: +"((?:[^"\\]|\\.)*)",\n\t+wantErr: true/g,
      parseCheckpoint,
    ],
    ['proof', 'notes/tlog_proof_test.go.txt', /proof: +\[\]byte\("((?:[^"\\]|\\.)*)"\),/g, parseTlogProof],
  ] as const)('have no malformed %s that we take', (_, file, pattern, parse) => {
    const texts = [...vectorText(file).matchAll(pattern)].map(
      ([, text = '']) => JSON.parse(`"${text}"`) as string,
    );
    expect(texts.length).toBeGreaterThanOrEqual(6);
    for (const text of texts)
      expect(() => parse(text)).toThrow(expect.objectContaining({ name: 'EvidenceError' }));
  });
});

describe('a checkpoint that the Go modules made', () => {
  const made = vectorJson<Record<string, string> & { consistency_from: number; consistency: string[] }>(
    'notes/go_checkpoint.json',
  );
  const { checkpoint: note = '', log_vkey: logKey = '', tlog_proof: proofText = '', entry = '' } = made;
  const trust = {
    origin: 'PeterNeumann',
    log: [verifierOf(logKey)],
    cosigners: [verifierOf(made['cosignature_vkey'] ?? '')],
  };
  const { checkpoint, cosignatures } = openCheckpoint(note, trust);

  it('is opened with its cosignature, and the one of another type ignored', () => {
    expect(checkpoint.size).toBe(300);
    expect(cosignatures.map(({ name }) => name)).toEqual(['logandmap']);
    expect(openNote(note, trust.log).ignored).toHaveLength(2);
  });

  it('has a cosigner whose key follows from its plain one', () => {
    const plain = parseVerifierKey(made['witness_vkey'] ?? '');
    expect(formatVerifierKey(cosignerKey(plain))).toBe(made['cosignature_vkey']);
  });

  it('proves an entry by the text of a tlog proof', () => {
    const read = parseTlogProof(proofText);
    expect(formatTlogProof(read)).toBe(proofText);
    expect(read.checkpoint).toBe(note);
    const { index, proof } = read;
    const { size, root } = checkpoint;
    expect(verifyInclusion({ leafHash: hashLeaf(Buffer.from(entry)), index, size, root, proof })).toBe(true);
  });

  it('proves an earlier tree', () => {
    const claim = {
      fromSize: made.consistency_from,
      fromRoot: Buffer.from(made['from_root'] ?? '', 'base64'),
      toSize: checkpoint.size,
      toRoot: checkpoint.root,
      proof: made.consistency.map((hash) => Buffer.from(hash, 'base64')),
    };
    expect(verifyConsistency(claim)).toBe(true);
  });
});
