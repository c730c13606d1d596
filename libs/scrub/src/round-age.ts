import { agreedNow } from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import type { KnownFindings } from './known-findings.js';
import { boundOf, leavesOf, type Part, type PassCost } from './pace/bounds.js';
import type { RoundReport, RoundReports } from './round-reports.js';

export interface RoundAgeOptions {
  part: Part;
  reports: Pick<RoundReports, 'read' | 'write'>;
  /** The findings of this process, which a later round of another process may not repeat. */
  findings: Pick<KnownFindings, 'settle'>;
  logger: Pick<Logger, 'error' | 'info'>;
  /** Percent of one core that the scrub may use. */
  loadPercent: number;
  /** Milliseconds since the Unix epoch. */
  now?: () => number;
}

/** A pass of this process: what it compared where the part has no leaves, and its work. */
export type OwnPass = Pick<RoundReport, 'began' | 'found' | 'work'> & { rows: number };

/**
 * The age of the last whole pass of any process’s scrub through a part, and the bound that it must not exceed. Every gateway
 * watches it, also those that do not scrub: an attacker who stops the scrub, for instance by taking its lease, must not stop
 * the alarm too.
 */
export class RoundAge {
  private completedAt: number;
  private isStale = false;
  /** Whether the report of an earlier process was read. */
  private hasRead = false;
  private logSize = 0;
  private last: PassCost | null = null;
  private readonly now: () => number;

  /** Without a report of an earlier pass, the age counts from the start. */
  constructor(private readonly options: RoundAgeOptions) {
    this.now = options.now ?? agreedNow;
    this.completedAt = this.now();
  }

  /** Seconds. */
  get seconds(): number {
    return Math.max(0, (this.now() - this.completedAt) / 1_000);
  }

  /** How old the last pass may be, in milliseconds: as long as a changed row goes unseen. */
  get bound(): number {
    const { part, loadPercent } = this.options;
    const volume = leavesOf(part, this.logSize) ?? this.last?.volume ?? 0;
    return boundOf(part, this.last, volume, loadPercent);
  }

  /** Call this at the end of a whole pass: it is reported to the other gateways. */
  async completed({ began, found, work, rows }: OwnPass): Promise<void> {
    const { part, reports } = this.options;
    this.completedAt = this.now();
    this.hasRead = true;
    this.last = { volume: leavesOf(part, this.logSize) ?? rows, work };
    await reports.write(part, { began, completed: new Date(this.completedAt), found, ...this.last });
  }

  /** Reads what other processes reported, and raises the alarm where the last whole pass is too old. */
  async watch(): Promise<void> {
    await this.readReported().catch(() => undefined);
    const { part, logger } = this.options;
    const isStale = this.seconds * 1_000 > this.bound;
    if (isStale && !this.isStale) {
      logger.error(
        {
          part,
          age_seconds: Math.round(this.seconds),
          bound_seconds: Math.round(this.bound / 1_000),
        },
        'Stored data has not been compared for too long: no round of the scrub was completed.',
      );
    }
    if (!isStale && this.isStale) logger.info({ part }, 'A round of the scrub was completed again.');
    this.isStale = isStale;
  }

  private async readReported(): Promise<void> {
    const { report, logSize } = await this.options.reports.read(this.options.part);
    this.logSize = logSize;
    const at = report?.completed.getTime() ?? 0;
    // No gateway reports a time in the future.
    const isFirst = !this.hasRead;
    this.hasRead = true;
    if (report === null || at > this.now() + CLOCK_SLACK) return;
    // The first one counts even if it is from before the start: a restart must not hide that the scrub stands still.
    if (at <= this.completedAt && !isFirst) return;
    this.completedAt = at;
    this.last = report;
    if (report.found !== null) this.options.findings.settle(report.began.getTime(), report.found);
  }
}

/** Milliseconds by which the clocks of two processes may differ. */
const CLOCK_SLACK = 60_000;
