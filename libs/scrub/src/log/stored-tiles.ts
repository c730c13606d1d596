import {
  HASH_LENGTH,
  STORED_HEIGHT,
  STORED_WIDTH,
  countAtLevel,
  rootOfLeaves,
  sameHash,
  tileAppends,
  tileWidth,
  type CompletedNodes,
} from '@service/evidence';
import { differenceInLog, type Difference, type LeafRange } from '../difference.js';
import type { TileRow } from './read-log.js';

/** The tiles of every level above some leaves. */
export function tilesOver({ first, below }: LeafRange, size: number): { level: number; number: number }[] {
  const tiles: { level: number; number: number }[] = [];
  for (let level = 0; countAtLevel(size, STORED_HEIGHT * level) > 0; level += 1) {
    const span = STORED_WIDTH ** (level + 1);
    for (let number = Math.floor(first / span); number * span < below; number += 1) {
      tiles.push({ level, number });
    }
  }
  return tiles;
}

/** Stored tiles, which are not trusted. */
export class StoredTiles {
  private readonly tiles: ReadonlyMap<string, Buffer>;

  constructor(
    rows: readonly TileRow[],
    private readonly size: number,
  ) {
    this.tiles = new Map(rows.map(({ level, number, hashes }) => [`${level}/${number}`, hashes]));
  }

  /** A hash by its level of tiles and its place there; null where it is not stored. */
  hash(level: number, place: number): Uint8Array | null {
    const tile = this.tiles.get(`${level}/${Math.floor(place / STORED_WIDTH)}`);
    const at = (place % STORED_WIDTH) * HASH_LENGTH;
    return tile === undefined || tile.length < at + HASH_LENGTH ? null : tile.subarray(at, at + HASH_LENGTH);
  }

  /**
   * The most credible hashes of up to 16 leaves where their rows and their tile differ: those that match the tile
   * above or, at the end, the log's root. This reports a fault in one place and not in everything computed from it.
   * @param rows hashes of the leaves' rows; null for a missing or invalid row.
   * @param fitsLog whether the log ends with these hashes and has their root.
   */
  believed(
    first: number,
    rows: readonly (Uint8Array | null)[],
    fitsLog: (hashes: readonly Uint8Array[]) => boolean,
  ): Uint8Array[] {
    const stored = rows.map((_, at) => this.hash(0, first + at));
    const byRows = rows.map((hash, at) => hash ?? stored[at] ?? NOTHING);
    const agrees = (row: Uint8Array | null, tile: Uint8Array | null | undefined): boolean =>
      row !== null && tile !== null && tile !== undefined && sameHash(row, tile);
    if (rows.every((row, at) => agrees(row, stored[at]))) return byRows;
    const byTile = stored.map((hash, at) => hash ?? byRows[at] ?? NOTHING);
    const above = this.hash(1, first / STORED_WIDTH);
    const isFull = rows.length === STORED_WIDTH && above !== null;
    return (isFull ? sameHash(rootOfLeaves(byTile), above) : fitsLog(byTile)) ? byTile : byRows;
  }

  /** Compares the tiles with the nodes of the leaves: each complete hash, and the number of hashes. */
  compare(completed: readonly CompletedNodes[]): Difference[] {
    return tileAppends(completed, STORED_HEIGHT).flatMap(({ level, number, first, hashes }) => {
      const differences: Difference[] = [];
      for (let at = 0; at * HASH_LENGTH < hashes.length; at += 1) {
        const place = number * STORED_WIDTH + first + at;
        const expected = hashes.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
        const stored = this.hash(level, place);
        if (stored !== null && sameHash(stored, expected)) continue;
        const what = stored === null ? 'is missing' : 'differs from its leaves';
        differences.push(
          tileDifference(`tile ${level}/${number}: hash ${first + at} ${what}`, level, place, 1),
        );
      }
      return [...differences, ...this.findTooLong(level, number)];
    });
  }

  private findTooLong(level: number, number: number): Difference[] {
    const width = tileWidth(level, number, this.size, STORED_HEIGHT);
    const stored = this.tiles.get(`${level}/${number}`)?.length ?? 0;
    if (stored <= width * HASH_LENGTH) return [];
    const what = `tile ${level}/${number}: it has more than its ${width} hashes`;
    return [tileDifference(what, level, number * STORED_WIDTH, width)];
  }
}

const NOTHING = Buffer.alloc(HASH_LENGTH);

function tileDifference(what: string, level: number, place: number, count: number): Difference {
  const span = STORED_WIDTH ** level;
  return differenceInLog('tile', what, { first: place * span, below: (place + count) * span });
}
