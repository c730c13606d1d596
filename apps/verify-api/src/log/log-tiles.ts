import { Injectable } from '@nestjs/common';
import type { TileAddress } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import { Pool } from 'pg';

/** Largest number of tiles in one query; a proof in a log of a billion entries needs eight. */
const MAX_BATCH = 256;

/** Reads tiles of the transparency log. Reads in the same turn of the event loop share one query. */
@Injectable()
export class LogTiles {
  private readonly loads: Batcher<TileAddress, Buffer>;

  constructor(private readonly pool: Pool) {
    this.loads = new Batcher((tiles) => this.load(tiles), { maxBatch: MAX_BATCH, maxInFlight: 4 });
  }

  /** The hashes that a tile has now, 32 bytes each; empty where the tile does not exist. */
  readonly read = (tile: TileAddress): Promise<Buffer> => this.loads.submit(tile);

  private async load(tiles: TileAddress[]): Promise<Buffer[]> {
    const wanted = new Map(tiles.map((tile) => [keyOf(tile), tile]));
    const { rows } = await this.pool.query<{ level: number; number: string; hashes: Buffer }>({
      name: 'log.tiles',
      text: `SELECT t.level, t.number, t.hashes
        FROM unnest($1::smallint[], $2::bigint[]) AS w(level, number)
        JOIN record_store_published.log_tiles AS t USING (level, number)`,
      values: [
        Array.from(wanted.values(), ({ level }) => level),
        Array.from(wanted.values(), ({ number }) => number),
      ],
    });
    const found = new Map(
      rows.map(({ level, number, hashes }) => [keyOf({ level, number: Number(number) }), hashes]),
    );
    return tiles.map((tile) => found.get(keyOf(tile)) ?? Buffer.alloc(0));
  }
}

function keyOf({ level, number }: Pick<TileAddress, 'level' | 'number'>): string {
  return `${level}/${number}`;
}
