import {
  ENTRY_LENGTH,
  HASH_LENGTH,
  TILE_WIDTH,
  decodeEntryBundle,
  tilePath,
  type TileAddress,
} from '@service/evidence';
import { CommandError, reasonOf } from './errors.js';
import { readBounded } from './read-bounded.js';

/** Milliseconds for one resource. */
const TIMEOUT = 15_000;
const CHECKPOINT_AT_MOST = 65_536;
const BUNDLE_AT_MOST = TILE_WIDTH * (2 + ENTRY_LENGTH);

/** A resource of the log could not be read. */
export class LogUnreachable extends Error {
  override readonly name = 'LogUnreachable';
}

/**
 * The prefix of a log's resources, ending in a slash.
 * @param option names where the text comes from.
 * @throws CommandError where it is no HTTP URL.
 */
export function readLogUrl(option: string, text: string): string {
  try {
    const { protocol, href } = new URL(text);
    if (protocol === 'https:' || protocol === 'http:') return href.endsWith('/') ? href : `${href}/`;
  } catch (error) {
    throw new CommandError(`${option} is no URL: ${reasonOf(error)}.`);
  }
  throw new CommandError(`${option} must be an http or https URL.`);
}

/** A transparency log over its public interface. C2SP tlog-tiles. */
export class PublicLog {
  /** @param url ends in a slash; the log's resources are below it. */
  constructor(private readonly url: string) {}

  /** The signed note of its checkpoint, unchecked. @throws LogUnreachable */
  async checkpoint(): Promise<string> {
    const bytes = await this.read('checkpoint', CHECKPOINT_AT_MOST);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new LogUnreachable('checkpoint is not UTF-8.');
    }
  }

  /**
   * Entries of a bundle, 64 bytes each, concatenated.
   * @throws LogUnreachable also where the bundle is not exactly so many entries of the right length.
   */
  async entries(number: number, width: number): Promise<Buffer> {
    const path = tilePath({ kind: 'entries', number, width });
    const bytes = await this.read(path, BUNDLE_AT_MOST);
    try {
      const entries = decodeEntryBundle(bytes, width);
      if (entries.every(({ length }) => length === ENTRY_LENGTH)) return Buffer.concat(entries);
    } catch {
      // Falls through.
    }
    throw new LogUnreachable(`${path} does not hold ${width} entries of ${ENTRY_LENGTH} bytes.`);
  }

  /** Hashes of a tile. @throws LogUnreachable */
  async tile(tile: TileAddress): Promise<Buffer> {
    const path = tilePath({ kind: 'hashes', ...tile });
    const bytes = await this.read(path, TILE_WIDTH * HASH_LENGTH);
    if (bytes.length === tile.width * HASH_LENGTH) return bytes;
    throw new LogUnreachable(`${path} does not hold ${tile.width} hashes.`);
  }

  private async read(path: string, bytesAtMost: number): Promise<Buffer> {
    try {
      const response = await fetch(this.url + path, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const bytes = await readBounded(response, bytesAtMost);
      if (bytes === null)
        throw new LogUnreachable(`${path} cannot be read: it has more than ${bytesAtMost} bytes.`);
      if (response.status === 200) return bytes;
      throw new LogUnreachable(`${path} is answered with ${response.status}.`);
    } catch (error) {
      if (error instanceof LogUnreachable) throw error;
      throw new LogUnreachable(`${path} cannot be read: ${connectionReason(error)}.`);
    }
  }
}

/** The reason of a failed connection; `fetch` puts it into the error's cause. */
function connectionReason(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error);
}
