import { HASH_LENGTH } from '../merkle/hashing.js';
import type { CompletedNodes } from '../merkle/frontier.js';
import type { TreeNode } from '../merkle/nodes.js';
import { TILE_HEIGHT, TILE_WIDTH, type TileAddress } from './tile-address.js';

/** The hashes of a tile that a node is made of: one where its level is one of tiles, else a power of two. */
export interface TileSpan {
  tile: Omit<TileAddress, 'width'>;
  /** Place of the first of them in the tile. */
  first: number;
  count: number;
}

/** Where the hashes lie that a complete node is made of. */
export function spanOfNode({ level, number }: TreeNode): TileSpan {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const start = number * count;
  const tile = { level: tileLevel, number: Math.floor(start / TILE_WIDTH) };
  return { tile, first: start % TILE_WIDTH, count };
}

/** Hashes to be written behind those that a tile has already. */
export interface TileAppend {
  level: number;
  number: number;
  /** How many hashes it has before. */
  first: number;
  /** Those that are new, 32 bytes each, one behind the other. */
  hashes: Buffer;
}

/** What the tiles of a log gain from nodes that became complete, lowest level and oldest first. */
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
          hashes: Buffer.concat(hashes.slice(at, end), (end - at) * HASH_LENGTH),
        });
        at = end;
      }
      return appends;
    });
}
