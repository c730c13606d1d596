import { Injectable } from '@nestjs/common';
import type { TileAddress } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import { Pool } from 'pg';

/** Tiles that one query reads at the most; a proof in a log of a billion entries lies in eight. */
const MOST_TOGETHER = 256;

/** Reads tiles of the transparency log; those that are asked for in the same turn of the event loop are one query. */
@Injectable()
export class LogTiles {
  private readonly loads: Batcher<TileAddress, Buffer>;

  constructor(private readonly pool: Pool) {
    this.loads = new Batcher((tiles) => this.load(tiles), { maxBatch: MOST_TOGETHER, maxInFlight: 4 });
  }

  /** Hashes of a tile, 32 bytes each: as many as it has by now; none where there is no such tile. */
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
