import { ReadMoments, type EventLog, type RecordedEvent } from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { EventLogName, Fold, Following } from '../../events/event-feed.js';
import type { MessageAuthenticator } from '../authentication/message-authenticator.js';
import type { Batch, Kafka, Reader } from '../connection/port.js';
import { readAuthentic } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { partitionKey } from '../topic-partitions.js';
import { CurrentAs, PartitionMoments } from './current-as.js';
import type { DatabaseClock } from './database-clock.js';
import { catchUpFromLog, catchUpInTime } from './log-catch-up.js';
import { PartitionHorizons } from './partition-horizons.js';
import { READ_LOG_AFTER, WATCH_EVERY } from './staleness.js';

export interface FoldFollowingOptions {
  kafka: Kafka;
  names: KafkaNames;
  log: EventLogName;
  messages: MessageAuthenticator;
  /** The event table: it is loaded from here, and missed events are read from here. */
  source: EventLog;
  clock: DatabaseClock;
  logger: Logger;
  fold: Fold;
}

/**
 * Folds a log in memory: loaded from the event table at the start, then from the topics in a consumer group
 * with no other member. The table also fills what the topics did not bring: gaps, rejoined groups, and feeds
 * that stand still.
 */
export class FoldFollowing implements Following {
  private readonly reader: Reader;
  private readonly horizons = new PartitionHorizons();
  private readonly watch: PeriodicTask;
  private readonly versions = new Map<string, number>();
  /** Every event of transactions below this id is folded. */
  private folded = 0n;
  private epoch = 0;
  private readonly current = new CurrentAs();
  private readonly partitionMoments: PartitionMoments;
  private moments = new ReadMoments();
  private readonly order = new SerialByKey();
  /** Run of the database server when the log was last read. */
  private serverRun: string | null = null;
  /** Whether events may have been missed, such as while nothing read the topics; the log has them. */
  private missed = true;
  /** Whether this membership's first offsets are fixed. */
  private settled = false;

  constructor(private readonly options: FoldFollowingOptions) {
    const { kafka, names, log, clock, logger } = options;
    this.partitionMoments = new PartitionMoments(clock);
    this.reader = kafka.reader({
      group: names.group(`${log}.fold`),
      topics: names.eventsOf(log),
      from: 'end',
      alone: true,
      logger,
      take: (batch) => this.takeBatch(batch),
      joining: () => {
        this.missed = true;
        this.settled = false;
        this.forgetPartitions();
      },
      reading: () => (this.settled = true),
    });
    this.watch = new PeriodicTask(
      async () => {
        if ((this.missed && this.settled) || this.age() > READ_LOG_AFTER) await this.readLog();
      },
      WATCH_EVERY,
      new OutageLog(logger, `The fold of ${log}`),
    );
  }

  /** Loads the table first, to be able to answer; after joining, reads the events that came meanwhile. */
  async start(): Promise<void> {
    await this.options.clock.start();
    await this.readLog();
    await this.reader.start();
    await this.readLog();
    this.watch.start();
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    await this.reader.stop();
  }

  catchUp(waitMilliseconds: number): Promise<boolean> {
    const readLog = () => this.readLog().then(() => this.folded);
    return catchUpInTime(this.options.source, readLog, waitMilliseconds);
  }

  age(): number {
    return this.current.age();
  }

  lag(): number {
    return this.reader.lag();
  }

  horizon(): bigint {
    return this.folded;
  }

  private async takeBatch(batch: Batch): Promise<void> {
    for (const message of batch.messages) {
      const read = readAuthentic(this.options.messages, batch, message);
      // A relay with a wrong key may have published an event there.
      if (read.kind === 'ignored') this.missed = true;
      if (read.epoch > this.epoch) await this.raise(read.epoch);
      // Events of an earlier epoch that the log still has were read from it when the epoch rose.
      const current = read.epoch === this.epoch;
      if (current && read.kind === 'event') await this.takeInOrder(read.event);
      if (current && read.kind === 'heartbeat') {
        const { horizon, at } = read.heartbeat;
        this.horizons.record(partitionKey(batch), horizon);
        this.partitionMoments.learn(partitionKey(batch), at);
        this.advance();
      }
      batch.resolveOffset(message.offset);
    }
  }

  /** Applies the horizon and time that all partitions have reported, unless something before them was missed. */
  private advance(): void {
    const { assigned } = this.reader;
    const horizon = this.horizons.common(assigned);
    if (horizon === null || this.missed) return;
    if (horizon > this.folded) this.folded = horizon;
    this.current.raise(this.partitionMoments.common(assigned));
  }

  private forgetPartitions(): void {
    this.horizons.clear();
    this.partitionMoments.clear();
  }

  private async takeInOrder(event: RecordedEvent): Promise<void> {
    const known = this.versions.get(event.stream_id) ?? 0;
    if (event.version > known + 1) {
      const missing = await this.options.source.readAfter(new Map([[event.stream_id, known]]));
      for (const each of missing) this.take(each);
    }
    this.take(event);
  }

  private take(event: RecordedEvent): void {
    if (event.version <= (this.versions.get(event.stream_id) ?? 0)) return;
    this.options.fold.take(event);
    // Afterwards, so that an event whose fold fails is read again.
    this.versions.set(event.stream_id, event.version);
  }

  /** Folds everything since the horizon from the event table. */
  private readLog(): Promise<void> {
    return this.order.run('log', async () => {
      if (this.settled) this.missed = false;
      try {
        const run = await this.options.source.serverRun();
        // A server that was restarted may have been restored, which undoes what was read from it before.
        if (this.serverRun !== null && run !== this.serverRun) await this.foldAgain();
        this.serverRun = run;
        const take = async (events: RecordedEvent[]): Promise<void> => {
          for (const event of events) await this.takeInOrder(event);
        };
        this.folded = await catchUpFromLog(this.options.source, this.folded, take, this.moments);
        this.current.raise(this.moments.newest?.sentAt ?? null);
      } catch (error) {
        this.missed = true;
        throw error;
      }
    });
  }

  /** Raises the epoch: the log went back in time, and what was folded may have been undone. */
  private raise(epoch: number): Promise<void> {
    return this.order.run('log', async () => {
      if (epoch <= this.epoch) return;
      if (this.epoch > 0) await this.foldAgain();
      this.epoch = epoch;
    });
  }

  private async foldAgain(): Promise<void> {
    const { source, fold, logger, log } = this.options;
    const events: RecordedEvent[] = [];
    const horizon = await catchUpFromLog(source, 0n, (page) => void events.push(...page));
    logger.warn({ log }, 'The database of the log was restored, promoted or moved: it is folded again.');
    fold.reset();
    this.versions.clear();
    this.forgetPartitions();
    this.moments = new ReadMoments();
    for (const event of events) this.take(event);
    this.folded = horizon;
    // The reset also cleared the events of other partitions.
    this.missed = true;
  }
}
