import type { Duty } from '@service/messaging';
import type { Logger } from '@service/platform/logging';
import { Pause, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { Findings } from './findings.js';
import { HistoryScrub } from './history-scrub.js';
import type { KnownFindings } from './known-findings.js';
import type { Part } from './pace/bounds.js';
import { ProcessorTime } from './pace/processor-time.js';
import { Turns } from './pace/turns.js';
import { Pass } from './pass.js';
import type { RoundAge } from './round-age.js';
import { ScrubRound } from './scrub-round.js';
import { walksOf, type WalkOptions } from './walks.js';

export interface ScrubbingOptions extends Omit<WalkOptions, 'pages'> {
  pool: Pool;
  logger: Logger;
  /** Maximum load in percent of one core: processor time of this process and of the database. */
  loadPercent: number;
  /** Where answers find what this process has found. */
  findings: KnownFindings;
  /** Hours after which the last whole walk through the history is too old. */
  historyStaleAfterHours: number;
}

/** A pass that goes on. */
interface Passing {
  pass: Pass;
  began: Date;
  /** By the monotonic clock. */
  beganAt: number;
  /** Milliseconds of processor time. */
  work: number;
}

// Small, so that answers do not wait for a page.
const PAGES = { subjects: 25, leaves: 256 };
/** Milliseconds. */
const SETTLE = 1_000;
/** Milliseconds after an error. */
const PAUSE = 1_000;
const HOUR = 3_600_000;

/**
 * Compares recent ends, the newest leaves and everything, each in passes of its own, and the history beside the last; raises
 * an alarm for each new finding. A pass looks at each place once, and so misses what is changed behind it: what matters most
 * is looked at most often.
 */
export class Scrubbing implements Duty {
  /** The walk through the history. */
  readonly history: HistoryScrub;
  private readonly lastSeconds = new Map<Part, number>();
  private readonly findings: Findings;
  private readonly outage: OutageLog;
  private readonly processorTime = new ProcessorTime();
  private turns: Turns;
  private readonly passing = new Map<Part, Passing>();
  /** Work since the last pause, in milliseconds of processor time. */
  private owed = 0;
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private readonly rest = new Pause();

  constructor(
    private readonly options: ScrubbingOptions,
    private readonly ages: Readonly<Record<Part, RoundAge>>,
  ) {
    const { pool, findings, logger, historyStaleAfterHours, loadPercent } = options;
    this.turns = new Turns(loadPercent);
    const alarm = (difference: Difference) => this.alarm(difference);
    this.history = new HistoryScrub({ pool, logger, alarm, staleAfter: historyStaleAfterHours * HOUR });
    this.findings = new Findings(pool, findings, alarm);
    this.outage = new OutageLog(logger, 'Scrubbing');
  }

  /** Whether this process scrubs. */
  get isRunning(): boolean {
    return this.running;
  }

  /** Durations of the last whole passes in seconds. */
  get passSeconds(): ReadonlyMap<Part, number> {
    return this.lastSeconds;
  }

  async begin(): Promise<void> {
    this.options.findings.goOn();
    this.history.begin();
    this.turns = new Turns(this.options.loadPercent);
    this.running = true;
    this.finished = this.run();
  }

  async end(): Promise<void> {
    this.running = false;
    this.rest.over();
    await this.finished;
    this.passing.clear();
    this.lastSeconds.clear();
    this.history.end();
    this.options.findings.endIn(this.ages.everything.bound);
  }

  private async run(): Promise<void> {
    while (this.running) {
      try {
        const part = this.turns.next(performance.now());
        if (part !== null) await this.step(part);
        else if (this.history.isWalking) await this.goOnWithHistory();
        else await this.pause(this.turns.nextAt() - performance.now());
      } catch (error) {
        if (this.running) this.outage.seen(error);
        await this.pause(PAUSE);
      }
    }
  }

  private async step(part: Part): Promise<void> {
    const stepped = performance.now();
    const passing = this.passing.get(part) ?? (await this.beginPass(part));
    const page = await passing.pass.step();
    this.outage.over();
    if (page === null) return this.endPass(part, passing);
    const took = performance.now() - stepped - page.idle;
    const work = this.owe(`${part} ${page.walk}`, page.rows, took);
    passing.work += work;
    this.turns.worked(part, work);
    if (part === 'everything') this.turns.worked(part, await this.stepHistory());
    await this.keepPace(stepped);
  }

  /** Where the parts rest, a long history is not made to wait. */
  private async goOnWithHistory(): Promise<void> {
    const stepped = performance.now();
    await this.stepHistory();
    await this.keepPace(stepped);
  }

  /** @returns milliseconds of processor time. */
  private async stepHistory(): Promise<number> {
    const stepped = performance.now();
    await this.history.step();
    return this.owe('history', 0, performance.now() - stepped);
  }

  private owe(kind: string, rows: number, took: number): number {
    const work = this.processorTime.of(kind, rows, took);
    this.owed += work;
    return work;
  }

  /** Waits until the work since a time was no more than its share of the time. */
  private async keepPace(since: number): Promise<void> {
    const lasts = (this.owed * 100) / this.options.loadPercent;
    this.owed = 0;
    await this.pause(lasts - (performance.now() - since));
  }

  private async beginPass(part: Part): Promise<Passing> {
    const { findings } = this;
    const options = { ...this.options, findings, pages: PAGES, settle: SETTLE };
    const pass =
      part === 'everything'
        ? await ScrubRound.begin(options)
        : new Pass(walksOf[part](options, Date.now()), options);
    const passing = { pass, began: new Date(), beganAt: performance.now(), work: 0 };
    this.passing.set(part, passing);
    this.turns.begun(part, passing.beganAt);
    return passing;
  }

  private async endPass(part: Part, { pass, began, beganAt, work }: Passing): Promise<void> {
    this.passing.delete(part);
    this.turns.ended(part);
    this.lastSeconds.set(part, (performance.now() - beganAt) / 1_000);
    if (!pass.isWhole) return;
    const round = part === 'everything' ? this.findings.lastRound() : { began, found: null };
    await this.ages[part].completed({ ...round, work, rows: pass.rows });
  }

  private alarm({ subject_id, kind, difference, concerns, leaves }: Difference): void {
    this.options.logger.error(
      { subject_id, kind, difference, concerns, leaves },
      'Stored data was tampered with.',
    );
  }

  private async pause(milliseconds: number): Promise<void> {
    if (this.running) await this.rest.of(milliseconds);
  }
}
