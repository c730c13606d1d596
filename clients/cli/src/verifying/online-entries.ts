import { EvidenceError, LogEntries, openCheckpoint, TILE_WIDTH, type Trust } from '@service/evidence';
import { LogUnreachable, type PublicLog } from '../public-log.js';
import { splitEntries } from '../split-entries.js';

/** Entry bundles that are requested at a time. */
const AT_ONCE = 8;

/**
 * The log's entries, fetched from its public resources. They need no trust: their root is compared with what the log
 * signed.
 */
export class OnlineEntries {
  private readonly fetched: Buffer[] = [];
  private known: LogEntries | null = null;

  private constructor(
    private readonly log: PublicLog,
    private readonly served: number,
  ) {}

  /** Reads the checkpoint that the log serves. @throws LogUnreachable also where it is not one of the pinned log. */
  static async open(log: PublicLog, trust: Trust): Promise<OnlineEntries> {
    const served = checkpointSize(await log.checkpoint(), trust);
    if (served === null) throw new LogUnreachable('Its checkpoint is not one of the pinned log.');
    return new OnlineEntries(log, served);
  }

  /** The entries up to the served checkpoint, or to a larger size that evidence names. @throws LogUnreachable */
  async upTo(...sizes: readonly number[]): Promise<LogEntries> {
    const size = Math.max(this.served, ...sizes);
    if (this.known !== null && this.known.size >= size) return this.known;
    await this.fetch(size);
    this.known = new LogEntries(this.fetched);
    return this.known;
  }

  private async fetch(to: number): Promise<void> {
    const last = Math.ceil(to / TILE_WIDTH);
    // A bundle that was not full is read again.
    this.fetched.length = Math.floor(this.fetched.length / TILE_WIDTH) * TILE_WIDTH;
    for (let number = this.fetched.length / TILE_WIDTH; number < last; number += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, last - number) }, (_, at) => number + at);
      const bundles = await Promise.all(
        numbers.map((each) => this.log.entries(each, Math.min(TILE_WIDTH, to - each * TILE_WIDTH))),
      );
      this.fetched.push(...bundles.flatMap(splitEntries));
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
