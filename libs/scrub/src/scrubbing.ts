import type { Environment } from '@service/contracts';
import type { KeyRing } from '@service/evidence';
import type { Duty, EventAuthentications, PublishedEventAuthentication } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { Pause, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { Findings } from './findings.js';
import { HistoryScrub } from './history-scrub.js';
import type { KnownFindings } from './known-findings.js';
import type { RoundAge } from './round-age.js';
import { ScrubRound } from './scrub-round.js';
import type { ScrubbedData } from './scrubbed-views.js';

export interface ScrubbingOptions extends ScrubbedData {
  environment: Environment;
  pool: Pool;
  keys: KeyRing;
  authentications: EventAuthentications;
  publishedEvents: PublishedEventAuthentication;
  logger: Logger;
  /** Maximum load in percent of one core. */
  loadPercent: number;
  /** Where answers find what this process has found. */
  findings: KnownFindings;
  /** Hours after which the last whole round is too old. */
  staleAfterHours: number;
}

// Small, so that answers do not wait for a page.
const PAGES = { subjects: 25, leaves: 256 };
/** Milliseconds. */
const SETTLE = 1_000;
/** Milliseconds between two rounds, and after an error. */
const PAUSE = 1_000;
const HOUR = 3_600_000;

/** Scrubs in slow rounds, and the history independently of them; raises an alarm for each new finding. */
export class Scrubbing implements Duty {
  /** The walk through the history. */
  readonly history: HistoryScrub;
  private lastSeconds: number | null = null;
  private readonly findings: Findings;
  private readonly outage: OutageLog;
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private readonly rest = new Pause();

  constructor(
    private readonly options: ScrubbingOptions,
    private readonly age: RoundAge,
  ) {
    const { pool, findings, logger, staleAfterHours } = options;
    const alarm = (difference: Difference) => this.alarm(difference);
    this.history = new HistoryScrub({ pool, logger, alarm, staleAfter: staleAfterHours * HOUR });
    this.findings = new Findings(pool, findings, alarm);
    this.outage = new OutageLog(logger, 'Scrubbing');
  }

  /** Whether this process scrubs. */
  get isRunning(): boolean {
    return this.running;
  }

  /** Duration of the last whole round in seconds; null before its end. */
  get roundSeconds(): number | null {
    return this.lastSeconds;
  }

  async begin(): Promise<void> {
    this.options.findings.goOn();
    this.history.begin();
    this.running = true;
    this.finished = this.run();
  }

  async end(): Promise<void> {
    this.running = false;
    this.rest.over();
    await this.finished;
    this.lastSeconds = null;
    this.history.end();
    this.options.findings.endIn(this.options.staleAfterHours * HOUR);
  }

  private async run(): Promise<void> {
    let round: ScrubRound | null = null;
    let began = performance.now();
    while (this.running) {
      const stepped = performance.now();
      try {
        if (round === null) {
          round = await this.beginRound();
          began = stepped;
        }
        const page = await round.step();
        this.outage.over();
        if (page === null) {
          const { isWhole } = round;
          round = null;
          this.lastSeconds = (performance.now() - began) / 1_000;
          if (isWhole) await this.age.completed(this.findings.lastRound());
          await this.pause(PAUSE);
        } else {
          await this.history.step();
          const worked = performance.now() - stepped - page.idle;
          await this.pause(worked * (100 / this.options.loadPercent - 1));
        }
      } catch (error) {
        if (this.running) this.outage.seen(error);
        await this.pause(PAUSE);
      }
    }
  }

  private beginRound(): Promise<ScrubRound> {
    const { findings } = this;
    return ScrubRound.begin({ ...this.options, findings, pages: PAGES, settle: SETTLE });
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
