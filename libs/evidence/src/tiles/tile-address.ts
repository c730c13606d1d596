import { countAtLevel } from '../merkle/nodes.js';

/** Levels of a tree that one public tile spans. C2SP tlog-tiles. */
export const TILE_HEIGHT = 8;

/** Hashes of a full public tile, and entries of a full bundle. */
export const TILE_WIDTH = 256;

/** Levels that one stored tile spans: a proof then reads and hashes few of them. A public tile is made of 16. */
export const STORED_HEIGHT = 4;

/** Hashes of a full stored tile. */
export const STORED_WIDTH = 16;

/** Consecutive hashes of one level of tiles; level 0 holds the leaf hashes. C2SP tlog-tiles, where the height is 8. */
export interface TileAddress {
  /** Level of tiles, from 0: its hashes are nodes of the tree's level `height * level`. */
  level: number;
  /** Position in its level, from 0. */
  number: number;
  /** Number of hashes: `2 ** height`, or fewer in the last tile of a level. */
  width: number;
}

/** Number of hashes of a tile in a log of a size: 0 where the tile does not exist, `2 ** height` where it is full. */
export function tileWidth(level: number, number: number, size: number, height = TILE_HEIGHT): number {
  const full = 2 ** height;
  const hashes = countAtLevel(size, level * height) - number * full;
  return Math.max(0, Math.min(full, hashes));
}
