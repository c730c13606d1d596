import { setTimeout } from 'node:timers/promises';
import { inTransaction } from '@service/event-store';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { differenceInCatalogue, errorName, nameOf, type Difference } from './difference.js';
import type { Findings } from './findings.js';
import type { Walk } from './walk.js';

export interface PassOptions {
  pool: Pool;
  findings: Findings;
  /** Milliseconds between two comparisons of a page with differences. */
  settle: number;
}

/** A page of a pass, after its comparison. */
export interface ComparedPage {
  differences: Difference[];
  /** Milliseconds of waiting between two looks. */
  idle: number;
  /** The monotonic clock’s time before the data was read. */
  lookedAt: number;
  /** Number of its walk, and of the rows that were looked at. */
  walk: number;
  rows: number;
}

type LookedTwice = Pick<ComparedPage, 'differences' | 'idle' | 'lookedAt'>;

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Errors of one page after which the pass goes over it. */
const ATTEMPTS = 3;

/**
 * One comparison along some walks, page by page. While the database is away it stays at the same page. A page that fails for
 * another reason raises an alarm and is skipped: an odd row must not end the comparison of all others.
 */
export class Pass {
  private at = 0;
  private compared = 0;
  /** Whether every page was compared; otherwise earlier findings stay. */
  private whole = true;

  constructor(
    private readonly walks: readonly Walk[],
    protected readonly options: PassOptions,
  ) {}

  /** Compares the next page and stores its differences; null at the end of the pass. */
  async step(): Promise<ComparedPage | null> {
    const walk = this.walks[this.at];
    if (walk === undefined) return null;
    const page = await this.compare(walk);
    const differences = await this.options.findings.store(page.differences, page.lookedAt);
    const told = { ...page, differences, walk: this.at, rows: walk.size };
    this.compared += walk.size;
    if (!walk.advance()) this.at += 1;
    return told;
  }

  /** Whether every page was compared so far. */
  get isWhole(): boolean {
    return this.whole;
  }

  /** Rows that were compared so far. */
  get rows(): number {
    return this.compared;
  }

  /** @throws DatabaseUnavailableError */
  private async compare(walk: Walk): Promise<LookedTwice> {
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
  private async lookTwice(walk: Walk): Promise<LookedTwice> {
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
