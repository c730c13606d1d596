import type { Pool } from 'pg';

export interface ExpiryTimerOptions {
  schema: string;
  /** Sends the expire command of a subject; doing so twice is harmless. */
  expire: (subjectId: string) => Promise<void>;
  onError: (error: unknown) => void;
}

const INTERVAL = 500;
const BATCH = 500;

/** Looks every half second, by the database's clock, for what is due, so that events follow within a second. */
export class ExpiryTimer {
  private running = false;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly options: ExpiryTimerOptions,
  ) {}

  start(): void {
    this.running = true;
    this.schedule();
  }

  /** Ends after the round under way. */
  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.round;
  }

  private schedule(): void {
    if (!this.running) return;
    this.timer = setTimeout(() => {
      this.round = this.expireDue()
        .catch((error: unknown) => this.options.onError(error))
        .finally(() => this.schedule());
    }, INTERVAL);
  }

  private async expireDue(): Promise<void> {
    const { rows } = await this.pool.query<{ subject_id: string }>(
      `SELECT subject_id FROM ${this.options.schema}.due WHERE due_at <= clock_timestamp()
       ORDER BY due_at LIMIT ${BATCH}`,
    );
    const outcomes = await Promise.allSettled(rows.map((row) => this.options.expire(row.subject_id)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') this.options.onError(outcome.reason);
    }
  }
}
