import { EventLog, MemoryFold, subscribe, type Consumer, type LogFollower } from '@service/event-store';
import type { RecordedEvent } from '@service/event-store';
import type { Logger } from '@service/platform';
import type { Pool } from 'pg';
import { EventFeed, type EventLogName, type Following } from '../events/event-feed.js';

/** Tails the event tables themselves: every log is in the one database. */
export class EmbeddedEventFeed extends EventFeed {
  private readonly followers = new Map<EventLogName, Set<LogFollower>>();

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
  ) {
    super();
  }

  follow(log: EventLogName, consumer: Consumer): Following {
    const source = new EventLog(this.pool, log);
    const follower = subscribe(this.pool, source, consumer, {
      onError: (error) => this.logger.warn({ err: error, consumer: consumer.name }, 'A batch is read again.'),
    });
    return this.following(log, source, follower, () => {
      follower.start();
      return Promise.resolve();
    });
  }

  fold(log: EventLogName, take: (event: RecordedEvent) => void): Following {
    const source = new EventLog(this.pool, log);
    const fold = new MemoryFold(source, take, {
      onError: (error) => this.logger.warn({ err: error, log }, 'A batch is read again.'),
    });
    return this.following(log, source, fold.follower, () => fold.start());
  }

  appended(log: EventLogName): void {
    for (const follower of this.followers.get(log) ?? []) follower.nudge();
  }

  private following(
    log: EventLogName,
    source: EventLog,
    follower: LogFollower,
    start: () => Promise<void>,
  ): Following {
    const followers = this.followers.get(log) ?? new Set();
    this.followers.set(log, followers);
    return {
      start: async () => {
        followers.add(follower);
        await start();
      },
      stop: async () => {
        followers.delete(follower);
        await follower.stop();
      },
      catchUp: async (wait) => follower.passed(await source.nextTransaction(), wait),
      age: () => follower.age(),
    };
  }
}
