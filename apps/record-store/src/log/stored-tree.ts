import { STORED_HEIGHT, TileTree, type TileAddress } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import type { Pool, PoolClient } from 'pg';

/** The log's tree of a size, read from its table of tiles; one query at a time. */
export function storedTree(connection: Pool | PoolClient, schema: string, size: number): TileTree {
  const read = async (tiles: readonly TileAddress[]): Promise<Buffer[]> => {
    const { rows } = await connection.query<{ hashes: Buffer | null }>(
      `SELECT t.hashes FROM unnest($1::smallint[], $2::bigint[]) WITH ORDINALITY AS wanted(level, number, place)
       LEFT JOIN ${schema}.log_tiles AS t USING (level, number) ORDER BY place`,
      [tiles.map(({ level }) => level), tiles.map(({ number }) => number)],
    );
    return rows.map(({ hashes }) => hashes ?? Buffer.alloc(0));
  };
  const reads = new Batcher(read, { maxBatch: 1_000, maxInFlight: 1 });
  return new TileTree(size, (tile) => reads.submit(tile), STORED_HEIGHT);
}
