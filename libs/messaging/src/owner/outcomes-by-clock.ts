import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { forgetOutcomes } from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { EventLogName } from '../events/event-feed.js';
import type { Leadership, Leading } from './leadership.js';

export interface OutcomesByClockOptions {
  pool: Pool;
  leadership: Leadership;
  logger: Logger;
  /** The schema of the app's `outcomes` table. */
  log: EventLogName;
}

/** Milliseconds between two looks; nothing depends on it but the size of the table. */
const PAUSE = 5_000;

/** Forgets the outcomes of commands once nobody can come back for them. */
@Injectable()
export class OutcomesByClock implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leading: Leading;

  constructor({ pool, leadership, logger, log }: OutcomesByClockOptions) {
    const task = new PeriodicTask(
      async () => {
        await forgetOutcomes(pool, log);
      },
      PAUSE,
      new OutageLog(logger, `Forgetting the outcomes of ${log}`),
    );
    this.leading = leadership.lead('outcomes', {
      begin: () => Promise.resolve(task.start()),
      end: () => task.stop(),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.leading.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.leading.stop();
  }
}
