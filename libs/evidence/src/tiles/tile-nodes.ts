import { concatBytes } from '../encoding/bytes.js';
import type { CompletedNodes } from '../merkle/frontier.js';
import type { TreeNode } from '../merkle/nodes.js';
import { TILE_HEIGHT, TILE_WIDTH, type TileAddress } from './tile-address.js';

/** The hashes of a tile that a node is computed from: one if its level is stored in tiles, else a power of two. */
export interface TileSpan {
  tile: Omit<TileAddress, 'width'>;
  /** Position of the first hash in the tile. */
  first: number;
  count: number;
}

/** The hashes that a complete node is computed from. */
export function spanOfNode({ level, number }: TreeNode): TileSpan {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const start = number * count;
  const tile = { level: tileLevel, number: Math.floor(start / TILE_WIDTH) };
  return { tile, first: start % TILE_WIDTH, count };
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

/** What completed nodes add to the tiles of a log, the lowest level and oldest tile first. */
export function tileAppends(completed: readonly CompletedNodes[]): TileAppend[] {
  return completed
    .filter(({ level }) => level % TILE_HEIGHT === 0)
    .flatMap(({ level, first, hashes }) => {
      const appends: TileAppend[] = [];
      for (let at = 0; at < hashes.length;) {
        const place = (first + at) % TILE_WIDTH;
        const end = Math.min(hashes.length, at + TILE_WIDTH - place);
        appends.push({
          level: level / TILE_HEIGHT,
          number: Math.floor((first + at) / TILE_WIDTH),
          first: place,
          hashes: concatBytes(...hashes.slice(at, end)),
        });
        at = end;
      }
      return appends;
    });
}
