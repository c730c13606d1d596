import { Injectable } from '@nestjs/common';
import {
  HASH_LENGTH,
  STORED_HEIGHT,
  STORED_WIDTH,
  TILE_HEIGHT,
  TILE_WIDTH,
  encodeEntryBundle,
  tileWidth,
  type TileResource,
} from '@service/evidence';
import { PublicReads } from './public-reads.js';
import { SERVED_CHECKPOINT_SQL } from './served-checkpoint.sql.js';

/** Levels of stored tiles that a public tile spans, and stored tiles that hold its hashes. */
const STORED_LEVELS = TILE_HEIGHT / STORED_HEIGHT;
const STORED_TILES = TILE_WIDTH / STORED_WIDTH;

/** The public transparency log, read from the tables that its owner publishes. */
@Injectable()
export class PublishedLog {
  constructor(private readonly reads: PublicReads) {}

  /**
   * The signed note of the served checkpoint: the newest or, with witnesses, the newest that they cosigned lately.
   * Null before the first is published.
   * @param network of the caller.
   */
  async checkpoint(network: string): Promise<string | null> {
    const { rows } = await this.reads.query<{ note: string }>(network, {
      name: 'log.checkpoint',
      text: SERVED_CHECKPOINT_SQL,
    });
    return rows[0]?.note ?? null;
  }

  /** A tile or an entry bundle of the newest checkpoint's tree; null beyond its end. @param network of the caller. */
  read(network: string, resource: TileResource): Promise<Uint8Array | null> {
    return resource.kind === 'hashes' ? this.tile(network, resource) : this.entries(network, resource);
  }

  private async tile(network: string, { level, number, width }: Extract<TileResource, { kind: 'hashes' }>) {
    const { rows } = await this.reads.query<{ tree_size: string; hashes: Buffer }>(network, {
      name: 'log.tile',
      text: `SELECT h.tree_size, t.hashes
        FROM record_store_published.log_head AS h, record_store_published.log_tiles AS t
        WHERE t.level = $1::smallint AND t.number >= $2::bigint AND t.number < $2::bigint + $3::bigint
        ORDER BY t.number`,
      values: [level * STORED_LEVELS, number * STORED_TILES, STORED_TILES],
    });
    const hashes = Buffer.concat(rows.map((row) => row.hashes)).subarray(0, width * HASH_LENGTH);
    const published = tileWidth(level, number, Number(rows[0]?.tree_size ?? 0));
    return published < width || hashes.length < width * HASH_LENGTH ? null : hashes;
  }

  private async entries(network: string, { number, width }: Extract<TileResource, { kind: 'entries' }>) {
    const { rows } = await this.reads.query<{ tree_size: string; entry: Buffer }>(network, {
      name: 'log.entries',
      text: `SELECT h.tree_size, l.slot || l.digest AS entry
        FROM record_store_published.log_head AS h, record_store_published.log_leaves AS l
        WHERE l.index >= $1::bigint AND l.index < $1::bigint + $2::bigint
        ORDER BY l.index`,
      values: [number * TILE_WIDTH, width],
    });
    if (rows.length < width || tileWidth(0, number, Number(rows[0]?.tree_size)) < width) return null;
    return encodeEntryBundle(rows.map(({ entry }) => entry));
  }
}
