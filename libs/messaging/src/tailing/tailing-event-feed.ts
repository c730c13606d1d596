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
import { withoutHanging } from '@service/platform/postgres';
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
import { LogWatch } from './log-watch.js';

/** Milliseconds: the watch wakes followers much sooner. */
const POLL_MAX = 60_000;

/**
 * Follows the event tables themselves: those of every app where one process hosts them all, otherwise an app's
 * own.
 */
export class TailingEventFeed extends EventFeed {
  override readonly appliesAlone = true;
  private readonly pool: Pool;

  /**
   * @param authentications of the owners' events.
   * @param watch shared by the feeds of all apps that one process hosts.
   * @param tracer of the app that follows.
   */
  constructor(
    pool: Pool,
    private readonly logger: Logger,
    private readonly authentications: EventAuthentications = {},
    private readonly tracer: Tracer | null = null,
    private readonly watch: LogWatch = new LogWatch(pool, logger),
  ) {
    super();
    this.pool = withoutHanging(pool);
  }

  open(log: EventLogName): EventLog {
    return openPublishedLog(this.pool, log, this.authentications[log], this.watch.reads);
  }

  follow(log: EventLogName, given: SharedConsumer): TableFollowing {
    const consumer = tracedConsumer(given, this.tracer);
    const name = `${consumer.schema}.${consumer.name}`;
    const source = this.open(log);
    const applied: SharedConsumer['applied'] = (events) => {
      for (const { stream_id, version, position } of events) {
        consumer.announced?.(stream_id, version, BigInt(position.tx));
      }
      consumer.applied?.(events);
    };
    const follower = subscribe(this.pool, source, withMethods(consumer, { applied }), this.optionsOf(name));
    const following = this.following({ name, log }, follower, () => {
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
    const name = `${log}.fold`;
    const fold = new MemoryFold(source, (event) => taker.take(event), this.optionsOf(name));
    return this.following({ name, log }, fold.follower, () => fold.start());
  }

  /** Called by the owner of a log after each commit. */
  appended(log: EventLogName, transaction: bigint): void {
    this.watch.appended(log, transaction);
  }

  /** Calls `listener` whenever the owner of a log has appended. */
  onAppended(listener: (log: EventLogName, transaction: bigint) => void): void {
    this.watch.listeners.add(listener);
  }

  /** Whether the listeners of `onAppended` are told of every append to any log, as far as is known. */
  get isTold(): boolean {
    return this.watch.isTold;
  }

  /** Has the listeners of `onAppended` hear of other processes too, until the returned function is called. */
  listen(): () => Promise<void> {
    const holder = {};
    this.watch.hold(holder);
    return () => this.watch.release(holder);
  }

  /** Called by the sequencer after it has published or confirmed the head of the transparency log. */
  headMoved(): void {
    for (const listener of this.watch.headListeners) listener();
  }

  override onHead(listener: () => void): void {
    this.watch.headListeners.add(listener);
  }

  private optionsOf(consumer: string): FollowerOptions {
    const outage = new OutageLog(this.logger.child({ consumer }), 'Following the log');
    return { pollMax: POLL_MAX, onError: (error) => outage.seen(error), onRead: () => outage.over() };
  }

  private following(
    { name, log }: { name: string; log: EventLogName },
    follower: LogFollower,
    start: () => Promise<void>,
  ): Following {
    const following: Following = {
      start: async () => {
        this.watch.add(log, follower);
        await start();
      },
      stop: async () => {
        await Promise.all([this.watch.remove(log, follower), follower.stop()]);
      },
      catchUp: (wait) => follower.caughtUp(wait),
      age: () => follower.age(),
      // The table is read directly: no messages wait.
      lag: () => 0,
      horizon: () => follower.horizon,
    };
    this.followings.set(name, following);
    return following;
  }
}
