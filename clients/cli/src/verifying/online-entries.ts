import {
  EvidenceError,
  LogEntries,
  LogUnreadable,
  TILE_WIDTH,
  openCheckpoint,
  type PublicLog,
  type Trust,
} from '@service/evidence';

/** Most entry bundles that are requested at a time. */
const AT_ONCE = 8;
/** Entries that are kept in memory at most, about a gigabyte. */
const ENTRIES_AT_MOST = 2 ** 22;

/**
 * The log's entries, fetched from its public resources. They need no trust: their root is compared with what the log
 * signed.
 */
export class OnlineEntries {
  private readonly fetched: Uint8Array[] = [];
  private known: LogEntries | null = null;

  private constructor(
    private readonly log: PublicLog,
    private readonly served: number,
  ) {}

  /** Reads the served checkpoint. @throws LogUnreadable also where the checkpoint is not one of the pinned log. */
  static async open(log: PublicLog, trust: Trust): Promise<OnlineEntries> {
    const served = checkpointSize(await log.checkpoint(), trust);
    if (served === null) throw new LogUnreadable('Its checkpoint is not one of the pinned log.');
    return new OnlineEntries(log, served);
  }

  /** The entries up to the served checkpoint, or to a larger size that evidence names. @throws LogUnreadable */
  async upTo(...sizes: readonly number[]): Promise<LogEntries> {
    const size = Math.max(this.served, ...sizes);
    if (this.known !== null && this.known.size >= size) return this.known;
    await this.fetch(size);
    this.known = new LogEntries(this.fetched);
    return this.known;
  }

  private async fetch(to: number): Promise<void> {
    if (to > ENTRIES_AT_MOST) {
      throw new LogUnreadable(
        `It has ${to} entries, and at most ${ENTRIES_AT_MOST} are read; rvs log monitor reads more.`,
      );
    }
    // Drops the last bundle if it was not full, to read it again.
    this.fetched.length = Math.floor(this.fetched.length / TILE_WIDTH) * TILE_WIDTH;
    for await (const entries of this.log.entries(this.fetched.length, to, AT_ONCE)) {
      this.fetched.push(...entries);
    }
  }
}

/** Size of a checkpoint of the pinned log; null for any other text. */
export function checkpointSize(note: string, trust: Trust): number | null {
  try {
    return openCheckpoint(note, { ...trust, cosigners: trust.witnesses }).checkpoint.size;
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}
