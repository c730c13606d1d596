import { Injectable } from '@nestjs/common';
import { deleteExpiredResults } from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { EventLogName } from '../events/event-feed.js';
import type { Leadership, Leading } from './leadership.js';
import { RunsWithApp } from './runs-with-app.js';

export interface IdempotencyCleanupOptions {
  pool: Pool;
  leadership: Leadership;
  logger: Logger;
  /** The schema of the app's `idempotency_keys` table. */
  log: EventLogName;
}

/** Milliseconds between two runs, and after one that found nothing; only the size of the table depends on them. */
const [PAUSE, LONG_PAUSE] = [5_000, 15_000];

/** Deletes the stored results of commands once they have expired. */
@Injectable()
export class IdempotencyCleanup extends RunsWithApp {
  protected readonly running: Leading;

  constructor({ pool, leadership, logger, log }: IdempotencyCleanupOptions) {
    super();
    const task = new PeriodicTask(
      async () => ((await deleteExpiredResults(pool, log)) > 0 ? PAUSE : LONG_PAUSE),
      PAUSE,
      new OutageLog(logger, `Deleting expired idempotency keys of ${log}`),
    );
    this.running = leadership.lead('idempotency', {
      begin: () => Promise.resolve(task.start()),
      end: () => task.stop(),
    });
  }
}
