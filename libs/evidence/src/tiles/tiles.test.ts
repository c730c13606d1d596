import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { encodeHex } from '../encoding/base-encodings.js';
import { EMPTY_FRONTIER, extendFrontier } from '../merkle/frontier.js';
import { MerkleTree } from '../merkle/merkle-tree.js';
import { sampleLeaves } from '../testing/naive-tree.js';
import { decodeEntryBundle, encodeEntryBundle } from './entry-bundle.js';
import { STORED_HEIGHT, TILE_HEIGHT, TILE_WIDTH, tileWidth, type TileAddress } from './tile-address.js';
import { tileAppends } from './tile-nodes.js';
import { parseTilePath, tilePath } from './tile-path.js';
import { TileTree } from './tile-tree.js';

describe('the path of a tile', () => {
  it.each([
    [{ kind: 'hashes', level: 0, number: 1234067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ kind: 'hashes', level: 63, number: 0, width: 1 }, 'tile/63/000.p/1'],
    [{ kind: 'hashes', level: 1, number: 1000, width: 255 }, 'tile/1/x001/000.p/255'],
    [{ kind: 'entries', number: 999, width: 256 }, 'tile/entries/999'],
    [{ kind: 'entries', number: 2 ** 53 - 1, width: 12 }, 'tile/entries/x009/x007/x199/x254/x740/991.p/12'],
  ] as const)('of %j is %s', (resource, path) => {
    expect(tilePath(resource)).toBe(path);
    expect(parseTilePath(path)).toEqual(resource);
  });

  it.each([
    'tile/0/1',
    'tile/0/x000/001',
    'tile/0/001/',
    '/tile/0/001',
    'tile/00/001',
    'tile/64/001',
    'tile/-1/001',
    'tile/0/x001/x002',
    'tile/0/001/002',
    'tile/0/001.p/0',
    'tile/0/001.p/01',
    'tile/0/001.p/256',
    'tile/0/001.p/',
    'tile/0/001.p',
    'tile/8/0/001',
    'tile/data/001',
    'tile/entries/001\n',
    'tile/entries/x009/x007/x199/x254/x740/992',
    'tile/entries/x999/x999/x999/x999/x999/x999/999',
    'tile/0/٠٠١',
    'checkpoint',
    '',
  ])('is refused: %j', (path) => {
    expect(() => parseTilePath(path)).toThrow(expect.objectContaining({ code: 'tile.malformed' }));
  });

  it('is refused for an invalid tile', () => {
    const tile = { kind: 'hashes', level: 0, number: 0, width: 256 } as const;
    for (const change of [{ level: 64 }, { number: -1 }, { number: 2 ** 53 }, { width: 0 }, { width: 257 }]) {
      expect(() => tilePath({ ...tile, ...change })).toThrow(RangeError);
    }
  });
});

describe('an entry bundle', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 70 }), { minLength: 1, maxLength: TILE_WIDTH });

  it('returns its entries, and malformed bundles are refused', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const bundle = encodeEntryBundle(list);
        expect(decodeEntryBundle(bundle, list.length)).toEqual(list.map((entry) => Buffer.from(entry)));
        for (const [bytes, width] of [
          [bundle.subarray(0, -1), list.length],
          [Buffer.concat([bundle, Buffer.of(0)]), list.length],
          [bundle, list.length + 1],
          [bundle, list.length - 1],
        ] as const) {
          expect(() => decodeEntryBundle(bytes, width)).toThrow(
            expect.objectContaining({ code: 'entries.malformed' }),
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('begins each entry with its length in two bytes', () => {
    expect(encodeHex(encodeEntryBundle([Buffer.alloc(258, 1), Buffer.of(5)]).subarray(258))).toBe(
      '0101000105',
    );
    expect(() => encodeEntryBundle([])).toThrow(RangeError);
    expect(() => encodeEntryBundle([Buffer.alloc(2 ** 16)])).toThrow(RangeError);
  });
});

/** The tiles of a log that grew by some runs of leaves. */
function grow(leaves: readonly Uint8Array[], runs: readonly number[], height = TILE_HEIGHT) {
  const tiles = new Map<string, Buffer>();
  let frontier = EMPTY_FRONTIER;
  for (const run of runs) {
    const grown = extendFrontier(frontier, leaves.slice(frontier.size, frontier.size + run));
    frontier = grown.frontier;
    for (const { level, number, first, hashes } of tileAppends(grown.completed, height)) {
      const before = tiles.get(`${level}/${number}`) ?? Buffer.alloc(0);
      if (before.length !== first * 32) throw new Error(`Tile ${level}/${number} has another width.`);
      tiles.set(`${level}/${number}`, Buffer.concat([before, hashes]));
    }
  }
  const read = ({ level, number, width }: TileAddress): Buffer => {
    const tile = tiles.get(`${level}/${number}`) ?? Buffer.alloc(0);
    if (tile.length !== width * 32)
      throw new Error(`There is no tile ${level}/${number} of ${width} hashes.`);
    return tile;
  };
  return { frontier, tiles, read };
}

describe('a log in tiles', () => {
  const leaves = sampleLeaves(70_000);
  const tree = new MerkleTree(leaves);
  const runs = [0, 1, 254, 1, 1, 743, 9000, 60_000];
  const { frontier, tiles, read } = grow(leaves, runs);

  it('has the widths that the specification shows for 70,000 leaves', () => {
    const widths = [...tiles].map(([name, bytes]) => [name, bytes.length / 32] as const);
    expect(widths.filter(([name, width]) => name.startsWith('0/') && width === 256)).toHaveLength(273);
    expect(widths.filter(([, width]) => width < 256)).toEqual([
      ['0/273', 112],
      ['1/1', 17],
      ['2/0', 1],
    ]);
    expect([
      tileWidth(0, 273, 70_000),
      tileWidth(1, 0, 70_000),
      tileWidth(2, 0, 70_000),
      tileWidth(3, 0, 70_000),
    ]).toEqual([112, 256, 1, 0]);
    expect([tileWidth(0, 0, 256), tileWidth(1, 0, 256), tileWidth(0, 1, 256)]).toEqual([256, 1, 0]);
  });

  it.each([TILE_HEIGHT, STORED_HEIGHT])(
    'gives the roots, proofs and frontier of the tree, at height %d',
    async (height) => {
      const log = new TileTree(70_000, grow(leaves, runs, height).read, height);
      expect(await log.frontier()).toEqual(frontier);
      for (const size of [0, 1, 255, 256, 257, 511, 65_535, 65_536, 65_537, 69_999, 70_000]) {
        expect(await log.root(size)).toEqual(tree.root(size));
        if (size === 0) continue;
        for (const index of [0, size >> 1, size - 1]) {
          expect(await log.inclusionProof(index, size)).toEqual(tree.inclusionProof(index, size));
          expect(await log.consistencyProof(index, size)).toEqual(tree.consistencyProof(index, size));
        }
      }
    },
  );

  it('reads few tiles for a proof, each once', async () => {
    const asked: string[] = [];
    const log = new TileTree(70_000, (tile) => {
      asked.push(tilePath({ kind: 'hashes', ...tile }));
      return read(tile);
    });
    await log.inclusionProof(12_345);
    expect(asked.sort()).toEqual(['tile/0/048', 'tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17']);
  });

  it('takes a full tile for a partial one, and refuses a short one', async () => {
    const full = new TileTree(300, ({ level, number }) => tiles.get(`${level}/${number}`) as Buffer);
    expect(await full.inclusionProof(299)).toEqual(tree.inclusionProof(299, 300));
    const short = new TileTree(300, ({ level, number, width }) =>
      (tiles.get(`${level}/${number}`) as Buffer).subarray(0, (width - 1) * 32),
    );
    await expect(short.inclusionProof(299)).rejects.toMatchObject({ code: 'tile.malformed' });
    const cut = new TileTree(300, ({ level, number }) =>
      (tiles.get(`${level}/${number}`) as Buffer).subarray(0, -1),
    );
    await expect(cut.inclusionProof(299)).rejects.toMatchObject({ code: 'tile.malformed' });
    await expect(full.inclusionProof(300)).rejects.toThrow(RangeError);
    await expect(full.root(301)).rejects.toThrow(RangeError);
  });
});
