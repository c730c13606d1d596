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
  /** Whose checkpoint keys the log's checkpoints are signed by. */
  keys: KeyRing;
  findings: Findings;
  pages: PageSizes;
  /** Milliseconds between two looks at a page that differs. */
  settle: number;
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * One comparison of all events, views, and the log with each other, page by page. Where it was disturbed it goes on
 * with the same page.
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
   * Looks at the next page, and keeps what it finds.
   * @returns what differs there, and which of it is news; null where the round is over, and what it did not meet of
   * earlier findings was forgotten.
   */
  async step(): Promise<{ differences: Difference[]; news: Difference[] } | null> {
    const [walk] = this.walks;
    const { findings } = this.options;
    if (walk === undefined) {
      await findings.forgetBefore(this.began);
      return null;
    }
    const differences = await this.lookTwice(walk);
    const news = await findings.keep(differences);
    if (!walk.advance()) this.walks.shift();
    return { differences, news };
  }

  /** What differs at one moment may be a write under way; what differs at two in the same way is none. */
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
