import type { Duty } from '@service/messaging';
import { firstRetainedDay } from '@service/platform/days';
import type { Logger } from '@service/platform/logging';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { historyDays } from './partitions.js';

/** Today and this many days before it can still get lines, so `index_interactions_day` refuses them. */
const OPEN_DAYS = 3;

/** Milliseconds between two searches for days to index. */
const PAUSE = 600_000;

/** Indexes the subjects of days that are long over, one after the other. */
export class SubjectIndexer implements Duty {
  private readonly task: PeriodicTask;
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    logger: Logger,
    private readonly now: () => number = Date.now,
  ) {
    const outage = new OutageLog(logger, 'Indexing days of the interaction history');
    this.task = new PeriodicTask(() => this.index(), PAUSE, outage);
  }

  async begin(): Promise<void> {
    this.stopped = false;
    this.task.start();
  }

  async end(): Promise<void> {
    this.stopped = true;
    await this.task.stop();
  }

  /**
   * Indexes every day that can be and is not, newest first, until it is stopped.
   * @throws the first error, after all other days.
   */
  async index(): Promise<void> {
    const open = firstRetainedDay(OPEN_DAYS, this.now());
    const indexed = await indexedDays(this.pool);
    const errors: unknown[] = [];
    for (const { day, attached } of (await historyDays.list(this.pool)).toReversed()) {
      if (this.stopped) break;
      if (attached !== 'yes' || day >= open || indexed.has(day)) continue;
      const indexing = this.pool.query('SELECT verify_api.index_interactions_day($1)', [day]);
      await indexing.catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** The days whose subjects are indexed. */
export async function indexedDays(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT to_date(substr(relname, 14, 8), 'YYYYMMDD')::text AS day FROM pg_class
     WHERE relnamespace = 'verify_api'::regnamespace AND relkind = 'i'
       AND relname ~ '^interactions_[0-9]{8}_subjects$'`,
  );
  return new Set(rows.map(({ day }) => day));
}
