import { PeriodicTask, type OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';

export interface ExpiryTimerOptions {
  schema: string;
  /** Sends the expire command of a subject; may run twice for one subject. */
  expire: (subjectId: string) => Promise<void>;
  /** Logs that a subject could not be expired, and when it could be again. */
  outage: Pick<OutageLog, 'seen' | 'over'>;
  /** Milliseconds between two polls while subjects are due, are added or could not be expired. */
  interval?: number;
}

const INTERVAL = 500;
/** Most milliseconds between two polls: the clock of the database may be set forward. */
const LONGEST = 5_000;
const BATCH = 500;

/**
 * Polls, by the database's clock, when the next subject is due, and within half a second after some were added; their events
 * follow within a second.
 */
export class ExpiryTimer {
  private readonly task: PeriodicTask;
  private readonly interval: number;

  constructor(
    private readonly pool: Pool,
    private readonly options: ExpiryTimerOptions,
  ) {
    this.interval = options.interval ?? INTERVAL;
    this.task = new PeriodicTask(() => this.expireDue(), this.interval, options.outage);
  }

  start(): void {
    this.task.start();
  }

  /** Call it when subjects were added. */
  wake(): void {
    this.task.wake(this.interval);
  }

  /** Resolves after the poll under way. */
  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Answers the milliseconds until the next poll. */
  private async expireDue(): Promise<number> {
    const { rows } = await this.pool.query<{ subject_id: string | null; next_in: number | null }>({
      name: `${this.options.schema}.find_due`,
      text: findDueSql(this.options.schema),
    });
    const ids = rows.flatMap(({ subject_id }) => subject_id ?? []);
    const outcomes = await Promise.allSettled(ids.map((id) => this.options.expire(id)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return ids.length > 0 ? this.interval : Math.min(rows[0]?.next_in ?? LONGEST, LONGEST);
  }
}

/** The subjects that are due, or one row with the milliseconds until the next one is. */
function findDueSql(schema: string): string {
  return `SELECT due.subject_id, next.next_in FROM (
      SELECT ceil(extract(epoch FROM min(due_at) - statement_timestamp()) * 1000)::float8 AS next_in FROM ${schema}.due
    ) AS next
    LEFT JOIN ${schema}.due ON due.due_at <= statement_timestamp()
    ORDER BY due.due_at LIMIT ${BATCH}`;
}
