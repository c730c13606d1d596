import type { Logger } from '@service/platform/logging';
import type { KnownFindings } from './known-findings.js';
import type { RoundReport, RoundReports } from './round-reports.js';

export interface RoundAgeOptions {
  reports: Pick<RoundReports, 'read' | 'write'>;
  /** What this process has found; a later round of another one may not find it again. */
  findings: Pick<KnownFindings, 'settle'>;
  logger: Pick<Logger, 'error' | 'info'>;
  /** Milliseconds after which the last whole round is too old. */
  staleAfter: number;
  /** Milliseconds since the Unix epoch. */
  now?: () => number;
}

/**
 * The age of the last whole round of any process’s scrub. Every gateway watches it, also those that do not scrub: an
 * attacker who stops the scrub, for instance by taking its lease, must not stop the alarm too.
 */
export class RoundAge {
  private completedAt: number;
  private isStale = false;
  /** Whether the report of an earlier process was read. */
  private hasRead = false;
  private readonly now: () => number;

  /** Without a report of an earlier round, the age counts from the start. */
  constructor(private readonly options: RoundAgeOptions) {
    this.now = options.now ?? Date.now;
    this.completedAt = this.now();
  }

  /** Seconds. */
  get seconds(): number {
    return Math.max(0, (this.now() - this.completedAt) / 1_000);
  }

  /** Call this at the end of a whole round: it is reported to the other gateways. */
  async completed({ began, found }: Omit<RoundReport, 'completed'>): Promise<void> {
    this.completedAt = this.now();
    this.hasRead = true;
    await this.options.reports.write({ began, completed: new Date(this.completedAt), found });
  }

  /** Reads what other processes reported, and raises the alarm where the last whole round is too old. */
  async watch(): Promise<void> {
    await this.readReported().catch(() => undefined);
    const { staleAfter, logger } = this.options;
    const isStale = this.now() - this.completedAt > staleAfter;
    if (isStale && !this.isStale) {
      logger.error(
        { age_seconds: Math.round(this.seconds) },
        'Stored data has not been compared for too long: no round of the scrub was completed.',
      );
    }
    if (!isStale && this.isStale) logger.info('A round of the scrub was completed again.');
    this.isStale = isStale;
  }

  private async readReported(): Promise<void> {
    const report = await this.options.reports.read();
    const at = report?.completed.getTime() ?? 0;
    // No gateway reports a time in the future.
    const isFirst = !this.hasRead;
    this.hasRead = true;
    if (report === null || at > this.now() + CLOCK_SLACK) return;
    // The first one counts even if it is from before the start: a restart must not hide that the scrub stands still.
    if (at <= this.completedAt && !isFirst) return;
    this.completedAt = at;
    if (report.found !== null) this.options.findings.settle(report.began.getTime(), report.found);
  }
}

/** Milliseconds by which the clocks of two processes may differ. */
const CLOCK_SLACK = 60_000;
