import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { encodeHex } from './encoding/base-encodings.js';
import type { Digest } from './digest.js';
import {
  digestBytes,
  ENTRY_LENGTH,
  firstSlot,
  firstSlotOf,
  historySlot,
  logEntry,
  nextSlot,
  slotOf,
  subjectOf,
} from './slots.js';

const digest: Digest = `sha256:${'0f'.repeat(32)}`;
const salt = 'AAECAwQFBgcICQoLDA0ODw';

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const signature = 'c2ln'.repeat(21) + 'cA';

describe('the slot of an element', () => {
  it('of the first follows from the log and the subject', () => {
    const slot = firstSlot('log.example/live', 'rec_1');
    expect(slot).toEqual(sha256(Buffer.from('log.example/live\nrec_1')));
    expect(slot).not.toEqual(firstSlot('log.example/sandbox', 'rec_1'));
  });

  it('of the first follows from the issuer’s signature where there is one, whatever the subject', () => {
    expect(subjectOf('rec_1', { issuer_signature: signature })).toBe(signature);
    for (const edited of [null, 'text', {}, { issuer_signature: 1 }])
      expect(subjectOf('rec_1', edited)).toBe('rec_1');
  });

  it('of a first one is never that of a seal, a key or another subject, whatever stands for a signature', () => {
    for (const issuer_signature of ['history\n7', 'key_abc', 'rec_2', `${signature}\n`, `${signature}A`])
      expect(subjectOf('rec_1', { issuer_signature })).toBe('rec_1');
  });

  it('of the first is that of its text, where the id counts if no signature can be read', () => {
    const text = JSON.stringify({ record_id: 'rec_1', issuer_signature: signature });
    expect(firstSlotOf('log.example/live', 'rec_1', text)).toEqual(firstSlot('log.example/live', signature));
    expect(firstSlotOf('log.example/live', 'rec_1', 'x')).toEqual(firstSlot('log.example/live', 'rec_1'));
  });

  it('of a later one follows from the salt and the digest of the previous one, as bytes', () => {
    const saltBytes = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    expect(nextSlot({ salt, digest })).toEqual(sha256(Buffer.concat([saltBytes, Buffer.alloc(32, 0x0f)])));
    expect(slotOf('log.example/live', 'rec_1', { salt, digest })).toEqual(nextSlot({ salt, digest }));
    expect(slotOf('log.example/live', 'rec_1', null)).toEqual(firstSlot('log.example/live', 'rec_1'));
  });

  it('of a seal of the history follows from its number', () => {
    expect(historySlot('log.example/live', 12)).toEqual(sha256(Buffer.from('log.example/live\nhistory\n12')));
  });

  it('is refused if salt or digest is invalid', () => {
    expect(() => nextSlot({ salt: `${salt}==`, digest })).toThrow('base64url');
    expect(() => nextSlot({ salt, digest: 'sha256:0F' })).toThrow('digest');
    expect(() => digestBytes('sha256:0f')).toThrow('digest');
    expect(() => digestBytes(`sha512:${'0f'.repeat(32)}` as Digest)).toThrow('digest');
  });
});

describe('an entry of the log', () => {
  it('is the slot and the digest', () => {
    const slot = firstSlot('log.example/live', 'rec_1');
    const entry = logEntry(slot, digest);
    expect(entry).toHaveLength(ENTRY_LENGTH);
    expect(encodeHex(entry)).toBe(`${encodeHex(slot)}${'0f'.repeat(32)}`);
    expect(() => logEntry(slot.subarray(1), digest)).toThrow(RangeError);
  });
});
