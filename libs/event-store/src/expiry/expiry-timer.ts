import { PeriodicTask, type OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';

export interface ExpiryTimerOptions {
  schema: string;
  /** Sends the expire command of a subject; may run twice for one subject. */
  expire: (subjectId: string) => Promise<void>;
  /** Logs that a subject could not be expired, and when it could be again. */
  outage: Pick<OutageLog, 'seen' | 'over'>;
  /** Milliseconds between two polls. */
  interval?: number;
}

const INTERVAL = 500;
const BATCH = 500;

/**
 * Polls every half second, by the database's clock, for subjects that are due; their events follow within a
 * second.
 */
export class ExpiryTimer {
  private readonly task: PeriodicTask;

  constructor(
    private readonly pool: Pool,
    private readonly options: ExpiryTimerOptions,
  ) {
    this.task = new PeriodicTask(() => this.expireDue(), options.interval ?? INTERVAL, options.outage);
  }

  start(): void {
    this.task.start();
  }

  /** Resolves after the poll under way. */
  stop(): Promise<void> {
    return this.task.stop();
  }

  private async expireDue(): Promise<void> {
    const { rows } = await this.pool.query<{ subject_id: string }>(
      `SELECT subject_id FROM ${this.options.schema}.due WHERE due_at <= clock_timestamp()
       ORDER BY due_at LIMIT ${BATCH}`,
    );
    const outcomes = await Promise.allSettled(rows.map((row) => this.options.expire(row.subject_id)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
