import { describe, expect, it } from '@jest/globals';
import { concatBytes } from '../encoding/bytes.js';
import { hashLeaf } from '../merkle/hashing.js';
import { MerkleTree } from '../merkle/merkle-tree.js';
import { ENTRY_LENGTH } from '../slots.js';
import { encodeEntryBundle } from './entry-bundle.js';
import { LogUnreadable, PublicLog } from './public-log.js';
import { TILE_WIDTH } from './tile-address.js';

const SIZE = 3;
const bundleOf = (...lengths: number[]) =>
  Uint8Array.from(lengths.flatMap((length) => [length >> 8, length & 255, ...Array<number>(length).fill(7)]));
const logOf = (bytes: Uint8Array) => new PublicLog(() => Promise.resolve(bytes));
const sound = logOf(bundleOf(ENTRY_LENGTH, ENTRY_LENGTH, ENTRY_LENGTH));

describe('a public log', () => {
  it('has the entries of its tree, and none beyond', async () => {
    expect(await sound.entry(2, SIZE)).toEqual(new Uint8Array(ENTRY_LENGTH).fill(7));
    await expect(sound.entry(SIZE, SIZE)).rejects.toThrow(RangeError);
    const pages: number[] = [];
    for await (const page of sound.entries(1, SIZE, 4)) pages.push(page.length);
    expect(pages).toEqual([SIZE]);
    for await (const page of sound.entries(0, 0, 4)) expect(page).toBe('not there');
  });

  it.each([0.5, -1, NaN])('has no entry at %d', async (index) => {
    await expect(sound.entry(index, SIZE)).rejects.toThrow(RangeError);
  });

  it.each([
    [0, SIZE, 0],
    [0, SIZE, 0.5],
    [-1, SIZE, 1],
    [0, 2.5, 1],
  ])('refuses to read entries from %d to %d with %d bundles at once', async (from, size, atOnce) => {
    await expect(sound.entries(from, size, atOnce).next()).rejects.toThrow(RangeError);
  });

  it.each([
    ['too few entries', bundleOf(ENTRY_LENGTH, ENTRY_LENGTH)],
    ['an entry too many', bundleOf(ENTRY_LENGTH, ENTRY_LENGTH, ENTRY_LENGTH, ENTRY_LENGTH)],
    ['an entry of another length', bundleOf(ENTRY_LENGTH, ENTRY_LENGTH, ENTRY_LENGTH - 1)],
    ['more bytes than any bundle', new Uint8Array(20_000)],
  ])('is unreadable with %s', async (_, bytes) => {
    await expect(logOf(bytes).bundle(0, SIZE)).rejects.toThrow(LogUnreadable);
  });

  it.each([
    ['that is not UTF-8', Uint8Array.of(0xff)],
    ['without an end', new Uint8Array(65_537).fill(65)],
  ])('is unreadable with a checkpoint %s', async (_, bytes) => {
    await expect(logOf(bytes).checkpoint()).rejects.toThrow(LogUnreadable);
  });

  it.each([31, 65, 97])('is unreadable with a tile of %d bytes for two hashes', async (length) => {
    const tree = logOf(new Uint8Array(length)).tree(2);
    await expect(tree.root()).rejects.toThrow(LogUnreadable);
  });

  it.each(['', 'tile/0/000', 'tile/entries/000'])(
    'that has dropped its partial tiles is read from the full ones, those aside that are missing: %j',
    async (missing) => {
      const entries = Array.from({ length: TILE_WIDTH }, (_, at) => new Uint8Array(ENTRY_LENGTH).fill(at));
      const hashes = entries.map(hashLeaf);
      const log = new PublicLog((path) => {
        if (path.includes('.p/') || path === missing) return Promise.reject(new LogUnreadable(path, true));
        return Promise.resolve(path === 'tile/0/000' ? concatBytes(...hashes) : encodeEntryBundle(entries));
      });
      const root = log.tree(SIZE).root();
      if (missing === 'tile/0/000') await expect(root).rejects.toThrow('tile/0/000.p/3');
      else expect(await root).toEqual(new MerkleTree(hashes.slice(0, SIZE)).root());
      const bundle = log.bundle(0, SIZE);
      if (missing === 'tile/entries/000') await expect(bundle).rejects.toThrow('tile/entries/000.p/3');
      else expect(await bundle).toEqual(entries.slice(0, SIZE));
    },
  );
});
