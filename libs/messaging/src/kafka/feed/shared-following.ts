import type { EventLog, PartitionPosition } from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import { causeOf } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { withoutHanging } from '@service/platform/postgres';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type {
  AnnouncedSpan,
  EventLogName,
  HorizonOf,
  SharedConsumer,
  TableFollowing,
} from '../../events/event-feed.js';
import type { MessageAuthenticator } from '../authentication/message-authenticator.js';
import type { Batch, Kafka, Reader } from '../connection/port.js';
import type { DeadLetters } from '../dead-letters.js';
import { readAuthentic } from '../event-message.js';
import { isTransient } from '../failures.js';
import type { KafkaNames } from '../kafka-names.js';
import { partitionKey, type TopicPartition } from '../topic-partitions.js';
import { CurrentAs, PartitionMoments } from './current-as.js';
import type { DatabaseClock } from './database-clock.js';
import { catchUpInTime } from './log-catch-up.js';
import { partitionBatch } from './partition-batch.js';
import { horizonOfPartitions, partitionProgressSql, positionsOf, progressIn } from './partition-progress.js';
import { SharedApplier } from './shared-applier.js';
import { SharedTables } from './shared-tables.js';
import { READ_LOG_AFTER, WATCH_AFTER_NEWS, WATCH_EVERY } from './staleness.js';

/** Milliseconds until offsets are committed. A message that is read again changes nothing in the tables. */
const COMMIT_OFFSETS_AFTER = 1_000;
/** Milliseconds until they are committed where only heartbeats were read. */
const COMMIT_HEARTBEATS_AFTER = 5_000;

export interface SharedFollowingOptions {
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  log: EventLogName;
  messages: MessageAuthenticator;
  source: EventLog;
  clock: DatabaseClock;
  consumer: SharedConsumer;
  deadLetters: DeadLetters;
  logger: Logger;
}

/** Follows a log with an effect in tables that all replicas of an app share: one replica reads each partition. */
export class SharedFollowing implements TableFollowing {
  readonly progressSql: string;
  private readonly reader: Reader;
  private readonly tables: SharedTables;
  private readonly watch: PeriodicTask;
  private readonly applier: SharedApplier;
  private partitions: TopicPartition[] = [];
  /** Positions of this replica's partitions that heartbeats have moved and that are not stored yet. */
  private readonly unstored = new Map<string, PartitionPosition>();
  private epoch = 0;
  /** Number of messages that were not authentic: until now, and until the log was last read. */
  private ignored = 0;
  private ignoredBeforeRead = 0;
  private readonly order = new SerialByKey();
  private readonly current = new CurrentAs();
  private readonly moments: PartitionMoments;
  /** Horizon of the tables when their positions were last read. */
  private applied = 0n;

  constructor(private readonly options: SharedFollowingOptions) {
    const { pool, kafka, names, log, source, clock, consumer, deadLetters, logger } = options;
    this.moments = new PartitionMoments(clock);
    this.tables = new SharedTables(withoutHanging(pool), source, consumer, pool);
    this.progressSql = partitionProgressSql(consumer);
    this.reader = kafka.reader({
      group: names.group(`${consumer.schema}.${consumer.name}`),
      topics: names.eventsOf(log),
      from: 'beginning',
      logger,
      take: (batch) => this.takeBatch(batch),
    });
    this.applier = new SharedApplier({ tables: this.tables, consumer, deadLetters, logger });
    const outage = new OutageLog(logger, `The feed of ${consumer.schema}.${consumer.name}`);
    this.watch = new PeriodicTask(() => this.check(), WATCH_EVERY, outage);
  }

  async start(): Promise<void> {
    const { kafka, names, log, clock } = this.options;
    await clock.start();
    this.partitions = await kafka.admin((admin) => admin.partitions(names.eventsOf(log)));
    this.epoch = Math.max(0, ...(await this.tables.positions()).map(({ epoch }) => epoch));
    await this.readLog();
    await this.reader.start();
    this.watch.start();
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    await this.reader.stop();
  }

  catchUp(waitMilliseconds: number): Promise<boolean> {
    const readLog = () => this.readLog().then(() => this.applied);
    return catchUpInTime(this.options.source, readLog, waitMilliseconds);
  }

  age(): number {
    return this.current.age();
  }

  lag(): number {
    return this.reader.lag();
  }

  horizon(): bigint {
    return this.applied;
  }

  beginReading(): HorizonOf {
    return (progress) => this.horizonOf(progress);
  }

  announced(): AnnouncedSpan {
    return { from: 0n, below: 0n };
  }

  private horizonOf(progress: string): bigint {
    return horizonOfPartitions(progress, this.partitions.length, this.epoch);
  }

  private async readLog(): Promise<void> {
    const { ignored } = this;
    const positions = await this.tables.readLog(this.partitions, this.epoch);
    this.ignoredBeforeRead = ignored;
    this.learn(positionsOf(this.partitions, positions));
  }

  /** Takes the horizon and the age of the tables from their positions. */
  private learn(positions: readonly PartitionPosition[]): void {
    for (const position of positions) this.moments.learn(partitionKey(position), position.currentAt);
    this.current.raise(this.moments.common(this.partitions.length));
    this.applied = this.horizonOf(progressIn(positions));
  }

  private async takeBatch(batch: Batch): Promise<void> {
    const { topic, partition, messages } = batch;
    const read = messages.map((message) => readAuthentic(this.options.messages, batch, message));
    const last = read[read.length - 1];
    if (last === undefined) return;
    const epoch = read.reduce((newest, each) => Math.max(newest, each.epoch), 0);
    if (epoch > this.epoch) await this.raise(epoch);
    await this.applier.setAsideUnreadable(batch, read);
    this.ignored += read.filter(({ kind }) => kind === 'ignored').length;
    const { events, position } = partitionBatch(batch, read, this.epoch);
    // A relay with a wrong key may have published an event where a message is ignored: no horizon passes it until the log
    // was read.
    if (this.mayHaveMissed()) Object.assign(position, { horizon: '0', currentAt: 0 });
    if (events.length === 0) {
      this.unstored.set(partitionKey(batch), position);
      this.watch.wake(WATCH_AFTER_NEWS);
    } else if (await this.applier.apply(batch, { events, position })) {
      this.unstored.delete(partitionKey(batch));
    } else {
      return;
    }
    batch.resolveOffset(last.offset);
    const after = events.length === 0 ? COMMIT_HEARTBEATS_AFTER : COMMIT_OFFSETS_AFTER;
    this.reader.commit({ topic, partition, offset: position.nextOffset }, after);
  }

  /** Stores the positions of heartbeats, and checks how current the tables are and what they miss. */
  private async check(): Promise<void> {
    const unstored = [...this.unstored];
    const askedAt = performance.now();
    const stored = await this.tables.move(unstored.map(([, position]) => position));
    this.options.clock.learn(stored.now, askedAt);
    let { positions } = stored;
    for (const [key, position] of unstored) {
      if (this.unstored.get(key) === position) this.unstored.delete(key);
    }
    // Another replica may have seen a higher epoch in its partitions.
    const epoch = Math.max(this.epoch, ...positions.map((position) => position.epoch));
    if (epoch > this.epoch) {
      await this.raise(epoch);
      positions = await this.tables.positions();
    }
    this.learn(positionsOf(this.partitions, positions));
    if (this.mayHaveMissed() || this.age() > READ_LOG_AFTER) await this.readLog();
    if (!stored.isReplayRequested) return;
    for (const streamId of await this.tables.parking.requested()) await this.replay(streamId);
  }

  private mayHaveMissed(): boolean {
    return this.ignored > this.ignoredBeforeRead;
  }

  private async replay(streamId: string): Promise<void> {
    try {
      await this.tables.replay(streamId, this.partitions, this.epoch);
    } catch (error) {
      if (isTransient(error)) throw error;
      await this.tables.parking.refuse(streamId, causeOf(error));
    }
  }

  /** Raises the epoch: the log went back in time, and what was applied since may have been undone. */
  private raise(epoch: number): Promise<void> {
    return this.order.run('raise', async () => {
      if (epoch > this.epoch) await this.raiseNow(epoch);
    });
  }

  private async raiseNow(epoch: number): Promise<void> {
    const { consumer, logger } = this.options;
    const first = this.epoch === 0;
    if (!first) {
      logger.warn(
        { consumer: consumer.name, epoch },
        'The database of the log was restored, promoted or moved: the tables are updated from it.',
      );
      await this.tables.raise(epoch);
    }
    this.epoch = epoch;
    if (first) return;
    await this.tables.readLog(this.partitions, epoch);
    consumer.moved?.();
  }
}
