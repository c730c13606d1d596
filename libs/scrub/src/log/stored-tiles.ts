import {
  HASH_LENGTH,
  TILE_WIDTH,
  countAtLevel,
  rootOfLeaves,
  sameHash,
  tileAppends,
  tileWidth,
  type CompletedNodes,
} from '@service/evidence';
import { differenceInLog, type Difference, type LeafRange } from '../difference.js';
import type { TileRow } from './read-log.js';

/** The tiles of every level that some leaves lie under. */
export function tilesOver({ first, below }: LeafRange, size: number): { level: number; number: number }[] {
  const tiles: { level: number; number: number }[] = [];
  for (let level = 0; countAtLevel(size, 8 * level) > 0; level += 1) {
    const span = TILE_WIDTH ** (level + 1);
    for (let number = Math.floor(first / span); number * span < below; number += 1) {
      tiles.push({ level, number });
    }
  }
  return tiles;
}

/** Tiles as they are kept, none of which is trusted. */
export class StoredTiles {
  private readonly tiles: ReadonlyMap<string, Buffer>;

  constructor(
    rows: readonly TileRow[],
    private readonly size: number,
  ) {
    this.tiles = new Map(rows.map(({ level, number, hashes }) => [`${level}/${number}`, hashes]));
  }

  /** A hash of a level of tiles by its place in that; null where it is not kept. */
  hash(level: number, place: number): Buffer | null {
    const tile = this.tiles.get(`${level}/${Math.floor(place / TILE_WIDTH)}`);
    const at = (place % TILE_WIDTH) * HASH_LENGTH;
    return tile === undefined || tile.length < at + HASH_LENGTH ? null : tile.subarray(at, at + HASH_LENGTH);
  }

  /**
   * The hashes that up to 256 leaves are best believed to have, where their rows and their tile differ: those that the
   * tile above, or at the end the log, has the root of. What is wrong is then found in one place, and not in all that
   * rests on it.
   * @param rows hashes of the leaves' rows; null where one is missing or none.
   * @param fitsLog whether the log ends with them, and has the root that they lead to.
   */
  believed(
    first: number,
    rows: readonly (Buffer | null)[],
    fitsLog: (hashes: readonly Buffer[]) => boolean,
  ): Buffer[] {
    const kept = rows.map((_, at) => this.hash(0, first + at));
    const byRows = rows.map((hash, at) => hash ?? kept[at] ?? NOTHING);
    if (rows.every((hash, at) => hash !== null && kept[at]?.equals(hash) === true)) return byRows;
    const byTile = kept.map((hash, at) => hash ?? byRows[at] ?? NOTHING);
    const above = this.hash(1, first / TILE_WIDTH);
    const isFull = rows.length === TILE_WIDTH && above !== null;
    return (isFull ? sameHash(rootOfLeaves(byTile), above) : fitsLog(byTile)) ? byTile : byRows;
  }

  /** Compares them with what the leaves make of them: each hash that became complete, and how many they are. */
  compare(completed: readonly CompletedNodes[]): Difference[] {
    return tileAppends(completed).flatMap(({ level, number, first, hashes }) => {
      const differences: Difference[] = [];
      for (let at = 0; at * HASH_LENGTH < hashes.length; at += 1) {
        const place = number * TILE_WIDTH + first + at;
        const expected = hashes.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
        const kept = this.hash(level, place);
        if (kept !== null && sameHash(kept, expected)) continue;
        const what = kept === null ? 'is missing' : 'is not that of its leaves';
        differences.push(
          tileDifference(`tile ${level}/${number}: hash ${first + at} ${what}`, level, place, 1),
        );
      }
      return [...differences, ...this.findTooLong(level, number)];
    });
  }

  private findTooLong(level: number, number: number): Difference[] {
    const width = tileWidth(level, number, this.size);
    const kept = this.tiles.get(`${level}/${number}`)?.length ?? 0;
    if (kept <= width * HASH_LENGTH) return [];
    const what = `tile ${level}/${number}: it has more than its ${width} hashes`;
    return [tileDifference(what, level, number * TILE_WIDTH, width)];
  }
}

const NOTHING = Buffer.alloc(HASH_LENGTH);

function tileDifference(what: string, level: number, place: number, count: number): Difference {
  const span = TILE_WIDTH ** level;
  return differenceInLog('tile', what, { first: place * span, below: (place + count) * span });
}
