import {
  EventLog,
  openPublishedLog,
  MemoryFold,
  horizonAt,
  subscribe,
  type FollowerOptions,
  type LogFollower,
} from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import type { EventAuthentications } from '../events/event-authentications.js';
import {
  EventFeed,
  type EventLogName,
  type Fold,
  type Following,
  type SharedConsumer,
  type TableFollowing,
} from '../events/event-feed.js';
import { tracedConsumer } from '../events/traced-consumer.js';
import { withMethods } from '../events/with-methods.js';
import { LogNudges } from './log-nudges.js';

/**
 * Follows the event tables themselves: those of every app where one process hosts them all, otherwise an app's
 * own.
 */
export class TailingEventFeed extends EventFeed {
  override readonly appliesAlone = true;

  /**
   * @param authentications of the owners' events.
   * @param nudges shared by the feeds of all apps that one process hosts.
   * @param tracer of the app that follows.
   */
  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    private readonly authentications: EventAuthentications = {},
    private readonly tracer: Tracer | null = null,
    private readonly nudges: LogNudges = new LogNudges(),
  ) {
    super();
  }

  open(log: EventLogName): EventLog {
    return openPublishedLog(this.pool, log, this.authentications[log]);
  }

  follow(log: EventLogName, given: SharedConsumer): TableFollowing {
    const consumer = tracedConsumer(given, this.tracer);
    const source = this.open(log);
    const applied: SharedConsumer['applied'] = (events) => {
      for (const { stream_id, version, position } of events) {
        consumer.announced?.(stream_id, version, BigInt(position.tx));
      }
      consumer.applied?.(events);
    };
    const follower = subscribe(
      this.pool,
      source,
      withMethods(consumer, { applied }),
      this.outageLogOf(`${consumer.schema}.${consumer.name}`),
    );
    const following = this.following(log, source, follower, () => {
      follower.start();
      return Promise.resolve();
    });
    return {
      ...following,
      progressSql: `(SELECT tx || '/' || pos FROM ${consumer.schema}.positions WHERE consumer = '${consumer.name}')`,
      beginReading: () => {
        const before = follower.coverage;
        return (progress) => {
          const [tx = '0', pos = '0'] = progress.split('/');
          return horizonAt({ epoch: 1, tx, pos }, before);
        };
      },
      // Only this process applies; a rebuild, which replaces the tables, moves the position.
      announced: () => ({ from: 0n, below: follower.horizon }),
    };
  }

  fold(log: EventLogName, taker: Fold): Following {
    const source = this.open(log);
    const fold = new MemoryFold(source, (event) => taker.take(event), this.outageLogOf(`${log}.fold`));
    return this.following(log, source, fold.follower, () => fold.start());
  }

  /** Called by the owner of a log after each commit. */
  appended(log: EventLogName, transaction: bigint): void {
    this.nudges.appended(log, transaction);
  }

  /** Calls `listener` whenever the owner of a log has appended. */
  onAppended(listener: (transaction: bigint) => void): void {
    this.nudges.listeners.add(listener);
  }

  private outageLogOf(consumer: string): FollowerOptions {
    const outage = new OutageLog(this.logger.child({ consumer }), 'Following the log');
    return { onError: (error) => outage.seen(error), onRead: () => outage.over() };
  }

  private following(
    log: EventLogName,
    source: EventLog,
    follower: LogFollower,
    start: () => Promise<void>,
  ): Following {
    const followers = this.nudges.followersOf(log);
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
      // The table is read directly: no messages wait.
      lag: () => 0,
      horizon: () => follower.horizon,
    };
  }
}
