import { countAtLevel } from '../merkle/nodes.js';

/** Levels of a tree that one tile spans. */
export const TILE_HEIGHT = 8;

/** Hashes of a full tile, and entries of a full bundle. */
export const TILE_WIDTH = 256;

/** Consecutive hashes of one level of tiles; level 0 holds the leaf hashes. C2SP tlog-tiles. */
export interface TileAddress {
  /** Level of tiles, 0 to 63: its hashes are nodes of the tree's level `8 * level`. */
  level: number;
  /** Position in its level, from 0. */
  number: number;
  /** Number of hashes: 256, or fewer in the last tile of a level. */
  width: number;
}

/** Number of hashes of a tile in a log of a size: 0 where the tile does not exist, 256 where it is full. */
export function tileWidth(level: number, number: number, size: number): number {
  const hashes = countAtLevel(size, level * TILE_HEIGHT) - number * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}
