import type { Environment } from '@service/contracts';
import type { KeyRing } from '@service/evidence';
import type { Duty } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { Pause, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { Findings } from './findings.js';
import { ScrubRound } from './scrub-round.js';
import type { ScrubbedViews } from './scrubbed-views.js';

export interface ScrubbingOptions {
  environment: Environment;
  pool: Pool;
  views: ScrubbedViews;
  keys: KeyRing;
  logger: Logger;
  /** Maximum load in percent of one core. */
  loadPercent: number;
}

/** State of the background scrub; nulls before the end of its first round. */
interface ScrubStatus {
  /** Duration of the last whole round in seconds. */
  roundSeconds: number | null;
  /** Seconds since the Unix epoch at its end. */
  completedAt: number | null;
}

// Small: answers must not wait for a page.
const PAGES = { subjects: 25, leaves: 256 };
/** Milliseconds. */
const SETTLE = 1_000;
/** Milliseconds between two rounds, and after an error. */
const PAUSE = 1_000;

/** Scrubs slowly, round after round, and raises an alarm for each new finding. */
export class Scrubbing implements Duty {
  private told: ScrubStatus = { roundSeconds: null, completedAt: null };
  private readonly findings: Findings;
  private readonly outage: OutageLog;
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private readonly rest = new Pause();

  constructor(private readonly options: ScrubbingOptions) {
    this.findings = new Findings(options.pool);
    this.outage = new OutageLog(options.logger, 'Scrubbing');
  }

  get status(): ScrubStatus {
    return this.told;
  }

  async begin(): Promise<void> {
    this.running = true;
    this.finished = this.run();
  }

  async end(): Promise<void> {
    this.running = false;
    this.rest.over();
    await this.finished;
    this.told = { roundSeconds: null, completedAt: null };
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
        for (const difference of page?.news ?? []) this.alarm(difference);
        if (page === null) {
          round = null;
          this.told = { roundSeconds: (performance.now() - began) / 1_000, completedAt: Date.now() / 1_000 };
          await this.pause(PAUSE);
        } else {
          const worked = performance.now() - stepped;
          await this.pause(worked * (100 / this.options.loadPercent - 1));
        }
      } catch (error) {
        if (this.running) this.outage.seen(error);
        await this.pause(PAUSE);
      }
    }
  }

  private beginRound(): Promise<ScrubRound> {
    const { pool, views, keys } = this.options;
    return ScrubRound.begin({ pool, views, keys, findings: this.findings, pages: PAGES, settle: SETTLE });
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
