import { setTimeout } from 'node:timers/promises';
import { inTransaction } from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import type { EventAuthentications, PublishedEventAuthentication } from '@service/messaging';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { CatalogueWalk } from './catalogue/catalogue-walk.js';
import { differenceInCatalogue, errorName, nameOf, type Difference } from './difference.js';
import type { Findings } from './findings.js';
import { LogWalk } from './log/log-walk.js';
import { SealWalk } from './log/seal-walk.js';
import { MetadataWalk } from './scrub-metadata.js';
import { PublishedEventsWalk } from './published-events-walk.js';
import { scrubDirectory, scrubSubscriptions } from './scrub-directory.js';
import { EventCodesWalk } from './scrub-event-codes.js';
import { scrubRecords } from './scrub-records.js';
import type { ScrubbedData } from './scrubbed-views.js';
import type { PageSizes, Walk } from './walk.js';

export interface RoundOptions extends ScrubbedData {
  pool: Pool;
  /** Contains the keys that sign the log's checkpoints. */
  keys: KeyRing;
  /** Authentication of data events and of the elements of keys. */
  authentications: EventAuthentications;
  /** Authentication of the events that the dispatcher rendered. */
  publishedEvents: PublishedEventAuthentication;
  findings: Findings;
  pages: PageSizes;
  /** Milliseconds between two comparisons of a page with differences. */
  settle: number;
}

/** A page of a round, after its comparison. */
interface ComparedPage {
  differences: Difference[];
  /** Milliseconds of waiting, not counted as load. */
  idle: number;
  /** The monotonic clock’s time before the data was read. */
  lookedAt: number;
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Errors of one page after which the round passes over it. */
const ATTEMPTS = 3;

/**
 * One comparison of the catalogue, all events, views and the log, page by page. While the database is away it stays at the
 * same page. A page that fails for another reason raises an alarm and is skipped: an odd row must not end the comparison of
 * all others.
 */
export class ScrubRound {
  private readonly walks: Walk[];
  /** Whether every page was compared; otherwise earlier findings stay. */
  private whole = true;

  private constructor(private readonly options: RoundOptions) {
    const { authentications, publishedEvents, keys, pages, views, catalogue } = options;
    const keysLog = { log: 'credential_authority', authentication: authentications.credential_authority };
    this.walks = [
      new CatalogueWalk(catalogue),
      scrubDirectory(views, keysLog, pages.subjects),
      scrubSubscriptions(views, keysLog, pages.subjects),
      scrubRecords(views, keysLog, pages.subjects),
      new LogWalk(keys, pages.leaves),
      new SealWalk(pages.leaves),
      ...Object.entries(authentications).map(
        ([log, authentication]) => new EventCodesWalk(log, authentication, pages.leaves),
      ),
      new PublishedEventsWalk(publishedEvents, pages.leaves),
      new MetadataWalk('record_store', pages.leaves),
      new MetadataWalk('webhook_dispatcher', pages.leaves),
    ];
  }

  static async begin(options: RoundOptions): Promise<ScrubRound> {
    await options.findings.beginRound();
    return new ScrubRound(options);
  }

  /** Compares the next page and stores its differences; null at the end of the round. */
  async step(): Promise<ComparedPage | null> {
    const [walk] = this.walks;
    const { findings } = this.options;
    if (walk === undefined) {
      if (this.whole) await findings.endRound();
      return null;
    }
    const page = await this.compared(walk);
    const stored = await findings.store(page.differences, page.lookedAt);
    if (!walk.advance()) this.walks.shift();
    return { ...page, differences: stored };
  }

  /** Whether every page was compared so far. */
  get isWhole(): boolean {
    return this.whole;
  }

  /** @throws DatabaseUnavailableError */
  private async compared(walk: Walk): Promise<ComparedPage> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.lookTwice(walk);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        if (attempt < ATTEMPTS) continue;
        this.whole = false;
        const what = `a page of ${walk.constructor.name} cannot be compared (${errorName(error)})`;
        return { differences: [differenceInCatalogue(what)], idle: 0, lookedAt: performance.now() };
      }
    }
  }

  /** A difference at one time may be a write in progress; the same difference at two times is not. */
  private async lookTwice(walk: Walk): Promise<ComparedPage> {
    const first = await this.look(walk);
    if (first.length === 0) return { differences: [], idle: 0, lookedAt: performance.now() };
    const { settle } = this.options;
    await setTimeout(settle);
    const lookedAt = performance.now();
    const second = await this.look(walk);
    const names = new Set(first.map(nameOf));
    return {
      differences: second.filter((difference) => names.has(nameOf(difference))),
      idle: settle,
      lookedAt,
    };
  }

  private look(walk: Walk): Promise<Difference[]> {
    return inTransaction(this.options.pool, SNAPSHOT, (client) => walk.look(client));
  }
}
