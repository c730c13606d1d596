import { concatBytes } from '../encoding/bytes.js';
import type { CompletedNodes } from '../merkle/frontier.js';
import type { TreeNode } from '../merkle/nodes.js';
import type { TileAddress } from './tile-address.js';

/** The hashes of a tile that a node is computed from: one if its level is stored in tiles, else a power of two. */
export interface TileSpan {
  tile: Omit<TileAddress, 'width'>;
  /** Position of the first hash in the tile. */
  first: number;
  count: number;
}

/** The hashes that a complete node is computed from, in tiles of a height. */
export function spanOfNode({ level, number }: TreeNode, height: number): TileSpan {
  const full = 2 ** height;
  const count = 2 ** (level % height);
  const start = number * count;
  const tile = { level: Math.floor(level / height), number: Math.floor(start / full) };
  return { tile, first: start % full, count };
}

/** Hashes to append to a tile. */
export interface TileAppend {
  level: number;
  number: number;
  /** Number of hashes that the tile has before. */
  first: number;
  /** The new hashes, 32 bytes each, concatenated. */
  hashes: Uint8Array;
}

/** What completed nodes add to a log's tiles of a height, the lowest level and oldest tile first. */
export function tileAppends(completed: readonly CompletedNodes[], height: number): TileAppend[] {
  const full = 2 ** height;
  return completed
    .filter(({ level }) => level % height === 0)
    .flatMap(({ level, first, hashes }) => {
      const appends: TileAppend[] = [];
      for (let at = 0; at < hashes.length;) {
        const place = (first + at) % full;
        const end = Math.min(hashes.length, at + full - place);
        appends.push({
          level: level / height,
          number: Math.floor((first + at) / full),
          first: place,
          hashes: concatBytes(...hashes.slice(at, end)),
        });
        at = end;
      }
      return appends;
    });
}
