import { Injectable } from '@nestjs/common';
import { HASH_LENGTH, STORED_HEIGHT, TileTree, type TileAddress } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import { Pool } from 'pg';

/** Largest number of tiles in one query: enough for the receipts of a batch of records. */
const MAX_BATCH = 4_096;
/** Milliseconds after which a tile is read again; with the 4 s of a record in memory, an edited one shows within 5 s. */
const FRESH_FOR = 1_000;
/** Largest number of tiles in memory, of some two kilobytes each with what is computed from them. */
const CAPACITY = 4_096;

/** Reads the tree of the transparency log. Reads in the same turn of the event loop share one query. */
@Injectable()
export class LogTiles {
  private readonly loads: Batcher<string, Buffer>;
  /** The oldest first. What a tile has never changes, but it may have got more hashes since. */
  private readonly recent = new Map<string, { hashes: Buffer; readAt: number }>();

  constructor(private readonly pool: Pool) {
    this.loads = new Batcher((tiles) => this.load(tiles), { maxBatch: MAX_BATCH, maxInFlight: 4 });
  }

  /** The tree of a size. */
  tree(size: number): TileTree {
    return new TileTree(size, this.read, STORED_HEIGHT);
  }

  /** The hashes that a tile has now, 32 bytes each; empty where the tile does not exist. */
  private readonly read = ({ level, number, width }: TileAddress): Buffer | Promise<Buffer> => {
    const key = `${level}/${number}`;
    const known = this.recent.get(key);
    return known !== undefined &&
      known.hashes.length >= width * HASH_LENGTH &&
      performance.now() - known.readAt < FRESH_FOR
      ? known.hashes
      : this.loads.submit(key);
  };

  private async load(keys: string[]): Promise<Buffer[]> {
    const wanted = Array.from(new Set(keys), (key) => key.split('/'));
    const readAt = performance.now();
    const { rows } = await this.pool.query<{ key: string; hashes: Buffer }>({
      name: 'log.tiles',
      text: `SELECT t.level || '/' || t.number AS key, t.hashes
        FROM unnest($1::smallint[], $2::bigint[]) AS w(level, number)
        JOIN record_store_published.log_tiles AS t USING (level, number)`,
      values: [wanted.map(([level]) => level), wanted.map(([, number]) => number)],
    });
    const found = new Map(rows.map(({ key, hashes }) => [key, hashes]));
    for (const [key, hashes] of found) this.remember(key, hashes, readAt);
    return keys.map((key) => found.get(key) ?? Buffer.alloc(0));
  }

  private remember(key: string, hashes: Buffer, readAt: number): void {
    this.recent.delete(key);
    this.recent.set(key, { hashes, readAt });
    if (this.recent.size <= CAPACITY) return;
    const [oldest] = this.recent.keys();
    this.recent.delete(oldest as string);
  }
}
