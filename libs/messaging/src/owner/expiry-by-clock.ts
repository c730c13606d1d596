import { Injectable } from '@nestjs/common';
import { ExpiryTimer, applyDue, type Due, type RecordedEvent } from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { EventLogName, Following } from '../events/event-feed.js';
import type { TailingEventFeed } from '../tailing/tailing-event-feed.js';
import type { Leadership, Leading } from './leadership.js';
import { RunsWithApp } from './runs-with-app.js';

interface ExpiryByClockOptions {
  pool: Pool;
  /** Follows the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  /** The app's own log, and the schema of its `due` table. */
  log: EventLogName;
  /** When an event's subject expires; null where the event does not change that. */
  dueOf: (event: RecordedEvent) => Due | null;
  /** Sends the expire command of a subject. */
  expire: (subjectId: string) => Promise<void>;
}

/** Follows the app's own log for due times, and expires subjects within a second of their due time. */
@Injectable()
export class ExpiryByClock extends RunsWithApp {
  private readonly following: Following;
  private readonly timer: ExpiryTimer;
  protected readonly running: Leading;

  constructor(options: ExpiryByClockOptions) {
    super();
    const { pool, ownLog, leadership, log, logger, dueOf } = options;
    this.following = ownLog.follow(log, {
      name: 'due',
      schema: log,
      repeatable: true,
      concerns: (event) => dueOf(event) !== null,
      apply: (client, events) => applyDue(client, log, events, dueOf),
      applied: () => this.timer.wake(),
    });
    this.timer = new ExpiryTimer(pool, {
      schema: log,
      expire: options.expire,
      outage: new OutageLog(logger.child({ log }), 'Ending what is due'),
    });
    this.running = leadership.lead('expiry', {
      begin: async () => {
        await this.following.start();
        this.timer.start();
      },
      end: async () => {
        await this.timer.stop();
        await this.following.stop();
      },
    });
  }
}
