import { STORED_HEIGHT, TileTree, type TileAddress } from '@service/evidence';
import type { Pool, PoolClient } from 'pg';

/** The log's tree of a size, read from its table of tiles. */
export function storedTree(connection: Pool | PoolClient, schema: string, size: number): TileTree {
  const readTile = async ({ level, number }: TileAddress): Promise<Buffer> => {
    const { rows } = await connection.query<{ hashes: Buffer }>(
      `SELECT hashes FROM ${schema}.log_tiles WHERE level = $1 AND number = $2`,
      [level, number],
    );
    return rows[0]?.hashes ?? Buffer.alloc(0);
  };
  return new TileTree(size, readTile, STORED_HEIGHT);
}
