import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyRing, SigningKey, keySubjectId, type KeyState } from '@service/evidence';
import { ElementSigner } from './element-signer.js';

const NOW = '2026-11-21T12:00:00.000Z';
const keys = KeyRing.generate(NOW);
const rotated = keys.with(SigningKey.generate('provenance', NOW));
const first = keys.newest('provenance');
const second = rotated.newest('provenance');
const none = new Map<string, number>();

let published: Map<string, { state: KeyState; version: number }>;
let file: KeyRing | Error;
let fileReads: number;
let signer: ElementSigner;

beforeEach(() => {
  published = new Map([[first.keyId, { state: 'active', version: 1 }]]);
  file = keys;
  fileReads = 0;
  signer = new ElementSigner({
    keys,
    readKeys: () => {
      fileReads += 1;
      return file instanceof KeyRing ? Promise.resolve(file) : Promise.reject(file);
    },
    readPublished: () => Promise.resolve(published),
  });
});

/** Revokes the first key; answers what a refused append finds. */
function revokeFirst(): ReadonlyMap<string, number> {
  published.set(first.keyId, { state: 'revoked', version: 2 });
  return new Map([[keySubjectId(first.keyId), 2]]);
}

describe('the signer of a process', () => {
  it('is its provenance key, whose stream is asserted', async () => {
    const asserted = { log: 'credential_authority', stream_id: keySubjectId(first.keyId), expected: 1 };
    expect(await signer.current(none)).toEqual({ key: first, asserted });
    expect(fileReads).toBe(0);
  });

  it('is the next key of its file once the first has ended', async () => {
    await signer.current(none);
    file = rotated;
    published.set(second.keyId, { state: 'active', version: 1 });
    const found = revokeFirst();
    const both = await Promise.all([signer.current(found), signer.current(found)]);
    expect(both.map(({ key }) => key.keyId)).toEqual([second.keyId, second.keyId]);
    expect((await signer.current(none)).key.keyId).toBe(second.keyId);
    expect(fileReads).toBe(1);
  });

  it.each<[string, () => void]>([
    ['holds no other key', () => undefined],
    ['holds a key that is not published', () => (file = rotated)],
    ['cannot be read', () => (file = new Error('unreadable'))],
  ])('is none where the file %s, until it does', async (_, change) => {
    await signer.current(none);
    change();
    const found = revokeFirst();
    const refusal = { code: 'service.unavailable', why: { cause: 'no_signing_key', key_id: first.keyId } };
    await expect(signer.current(found)).rejects.toMatchObject(refusal);
    await expect(signer.current(none)).rejects.toMatchObject(refusal);
    file = rotated;
    published.set(second.keyId, { state: 'active', version: 1 });
    expect((await signer.current(none)).key.keyId).toBe(second.keyId);
  });

  it('stays its key where somebody else wrote a row into the stream, whose version it then asserts', async () => {
    await signer.current(none);
    const found = new Map([[keySubjectId(first.keyId), 2]]);
    const signed = await signer.current(found);
    expect([signed.key.keyId, signed.asserted.expected]).toEqual([first.keyId, 2]);
  });

  it('is none before the key is published', async () => {
    published.clear();
    await expect(signer.current(none)).rejects.toMatchObject({ code: 'service.unavailable' });
    published.set(first.keyId, { state: 'active', version: 1 });
    expect((await signer.current(none)).key.keyId).toBe(first.keyId);
  });
});
