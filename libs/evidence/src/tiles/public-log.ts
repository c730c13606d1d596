import { HASH_LENGTH } from '../merkle/hashing.js';
import { isSize, requireSize } from '../merkle/nodes.js';
import { ENTRY_LENGTH } from '../slots.js';
import { decodeText } from '../verifying/decode-text.js';
import { decodeEntryBundle } from './entry-bundle.js';
import { TILE_WIDTH, type TileAddress } from './tile-address.js';
import { tilePath, type TileResource } from './tile-path.js';
import { TileTree } from './tile-tree.js';

const CHECKPOINT_AT_MOST = 65_536;
/** Bytes of an entry in a bundle. */
const BUNDLED = 2 + ENTRY_LENGTH;

/** A resource of the log could not be read, or has not the form that it must have. */
export class LogUnreadable extends Error {
  override readonly name = 'LogUnreadable';

  /** @param isMissing whether the log says that it has no such resource (404). */
  constructor(
    message: string,
    readonly isMissing = false,
  ) {
    super(message);
  }
}

/**
 * Reads a resource of a log.
 * @param path below the log's prefix.
 * @param bytesAtMost length that no such resource exceeds.
 * @throws LogUnreadable
 */
export type ReadResource = (path: string, bytesAtMost: number) => Promise<Uint8Array>;

/**
 * A transparency log over its public interface (C2SP tlog-tiles). Nothing that it serves is trusted before a signed root
 * proves it. Its methods throw what `read` throws, and `LogUnreadable` where a resource is malformed.
 */
export class PublicLog {
  constructor(private readonly read: ReadResource) {}

  /** The signed note of the newest checkpoint, unchecked. */
  async checkpoint(): Promise<string> {
    const bytes = await this.readAtMost('checkpoint', CHECKPOINT_AT_MOST);
    try {
      return decodeText(bytes);
    } catch {
      throw new LogUnreadable('checkpoint is not UTF-8.');
    }
  }

  /** The tree of a size, read from its tiles. */
  tree(size: number): TileTree {
    return new TileTree(size, (tile) => this.tile(tile));
  }

  /** The entry at an index of a tree. @throws RangeError where the tree has none there. */
  async entry(index: number, size: number): Promise<Uint8Array> {
    requireSize(size);
    if (!isSize(index) || index >= size) {
      throw new RangeError(`The tree has ${size} entries, and none at ${index}.`);
    }
    const bundle = await this.bundle(Math.floor(index / TILE_WIDTH), size);
    return bundle[index % TILE_WIDTH] as Uint8Array;
  }

  /**
   * The entries of a tree from the bundle on that holds `from`: those before it in this bundle come too.
   * @param size of the tree.
   * @param atOnce bundles that are requested at a time; their entries come together.
   * @throws RangeError where `from` or `size` is no size of a tree, or `atOnce` is not a whole number from 1.
   */
  async *entries(from: number, size: number, atOnce: number): AsyncGenerator<Uint8Array[]> {
    requireSize(from);
    requireSize(size);
    if (!isSize(atOnce) || atOnce === 0) throw new RangeError('At least one bundle is requested at a time.');
    const bundles = Math.ceil(size / TILE_WIDTH);
    for (let number = Math.floor(from / TILE_WIDTH); number < bundles; number += atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, bundles - number) }, (_, at) => number + at);
      const read = await Promise.all(numbers.map((each) => this.bundle(each, size)));
      yield read.flat();
    }
  }

  /** The entries of one bundle of a tree. */
  async bundle(number: number, size: number): Promise<Uint8Array[]> {
    const width = Math.min(TILE_WIDTH, size - number * TILE_WIDTH);
    const bundle = { kind: 'entries', number, width } as const;
    const bytes = await this.readTile(bundle, BUNDLED);
    try {
      const entries = decodeEntryBundle(bytes, width);
      if (entries.every(({ length }) => length === ENTRY_LENGTH)) return entries;
    } catch {
      // Falls through.
    }
    throw new LogUnreadable(`${tilePath(bundle)} does not hold ${width} entries of ${ENTRY_LENGTH} bytes.`);
  }

  /** The limit holds for readers that ignore it, too. */
  private async readAtMost(path: string, most: number): Promise<Uint8Array> {
    const bytes = await this.read(path, most);
    if (bytes.length > most) throw new LogUnreadable(`${path} is longer than ${most} bytes.`);
    return bytes;
  }

  private async tile(address: TileAddress): Promise<Uint8Array> {
    const tile = { kind: 'hashes', ...address } as const;
    const bytes = await this.readTile(tile, HASH_LENGTH);
    if (bytes.length === tile.width * HASH_LENGTH) return bytes;
    throw new LogUnreadable(`${tilePath(tile)} does not hold ${tile.width} hashes.`);
  }

  /** A tile; of a log that has dropped a partial one, as it may, the beginning of the full one. @param unit bytes of one of its parts. */
  private async readTile(tile: TileResource, unit: number): Promise<Uint8Array> {
    const read = (width: number) => this.readAtMost(tilePath({ ...tile, width }), TILE_WIDTH * unit);
    try {
      return await read(tile.width);
    } catch (error) {
      if (!isMissing(error) || tile.width === TILE_WIDTH) throw error;
      const full = await read(TILE_WIDTH).catch((second: unknown) => {
        throw isMissing(second) ? error : second;
      });
      return full.subarray(0, tile.width * unit);
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof LogUnreadable && error.isMissing;
}
