import { setTimeout } from 'node:timers/promises';
import { inTransaction } from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import type { Findings } from './findings.js';
import { LogWalk } from './log/log-walk.js';
import { SealWalk } from './log/seal-walk.js';
import { scrubDirectory } from './scrub-directory.js';
import { scrubRecords } from './scrub-records.js';
import type { ScrubbedViews } from './scrubbed-views.js';
import type { PageSizes, Walk } from './walk.js';

export interface RoundOptions {
  pool: Pool;
  views: ScrubbedViews;
  /** Contains the keys that sign the log's checkpoints. */
  keys: KeyRing;
  findings: Findings;
  pages: PageSizes;
  /** Milliseconds between two comparisons of a page with differences. */
  settle: number;
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * One comparison of all events, views and the log, page by page. After an error it continues with the same page.
 */
export class ScrubRound {
  private readonly walks: Walk[];

  private constructor(
    private readonly options: RoundOptions,
    private readonly began: Date,
  ) {
    const { keys, pages, views } = options;
    this.walks = [
      scrubDirectory(views, pages.subjects),
      scrubRecords(views, pages.subjects),
      new LogWalk(keys, pages.leaves),
      new SealWalk(pages.leaves),
    ];
  }

  static async begin(options: RoundOptions): Promise<ScrubRound> {
    return new ScrubRound(options, await options.findings.now());
  }

  /**
   * Compares the next page and stores its differences.
   * @returns the differences and which of them are new; null at the end of the round, after earlier findings that it did
   * not find again were deleted.
   */
  async step(): Promise<{ differences: Difference[]; news: Difference[] } | null> {
    const [walk] = this.walks;
    const { findings } = this.options;
    if (walk === undefined) {
      await findings.forgetBefore(this.began);
      return null;
    }
    const differences = await this.lookTwice(walk);
    const news = await findings.store(differences);
    if (!walk.advance()) this.walks.shift();
    return { differences, news };
  }

  /** A difference at one time may be a write in progress; the same difference at two times is not. */
  private async lookTwice(walk: Walk): Promise<Difference[]> {
    const first = await this.look(walk);
    if (first.length === 0) return [];
    await setTimeout(this.options.settle);
    const second = await this.look(walk);
    const names = new Set(first.map(nameOf));
    return second.filter((difference) => names.has(nameOf(difference)));
  }

  private look(walk: Walk): Promise<Difference[]> {
    return inTransaction(this.options.pool, SNAPSHOT, (client) => walk.look(client));
  }
}

function nameOf({ subject_id, difference }: Difference): string {
  return `${subject_id}\n${difference}`;
}
