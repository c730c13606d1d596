import { randomUUID } from 'node:crypto';
import type { EventLog, RecordedEvent } from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, withinTime, OutageLog } from '@service/platform/scheduling';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { EventLogName, Fold, Following } from '../../events/event-feed.js';
import { readFeedMessage } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { catchUpFromLog } from './log-catch-up.js';
import { PartitionHorizons } from './partition-horizons.js';
import { STALE_AFTER, WATCH_EVERY } from './staleness.js';
import { TopicReader } from './topic-reader.js';

export interface FoldFollowingOptions {
  kafka: Kafka;
  names: KafkaNames;
  log: EventLogName;
  /** The event table, from which it is loaded and whatever was missed is read. */
  source: EventLog;
  logger: Logger;
  fold: Fold;
}

/**
 * Keeps something in memory: loaded from the event table at the start, then folded from the topics by a group
 * of its own. The table fills what the topics did not bring: gaps, rejoined groups, and feeds that stand still.
 */
export class FoldFollowing implements Following {
  private readonly reader: TopicReader;
  private readonly horizons = new PartitionHorizons();
  private readonly watch: PeriodicTask;
  private readonly versions = new Map<string, number>();
  /** Every event of transactions below it is folded. */
  private folded = 0n;
  private epoch = 0;
  private currentAt = 0;
  private readonly order = new SerialByKey();
  /** Of the database server, as it was when the log was read last. */
  private life: string | null = null;
  /** Whether the topics may have brought something while nobody read them; the log then has it. */
  private missed = true;
  /** Whether it is settled from where on the topics are read. */
  private settled = false;

  constructor(private readonly options: FoldFollowingOptions) {
    const { kafka, names, log, logger } = options;
    this.reader = new TopicReader({
      kafka,
      group: names.group(`${log}.fold.${randomUUID()}`),
      topics: names.eventsOf(log),
      from: 'end',
      logger,
      take: (batch) => this.takeBatch(batch),
      joining: () => {
        this.missed = true;
        this.settled = false;
        this.horizons.clear();
      },
      reading: () => (this.settled = true),
    });
    this.watch = new PeriodicTask(
      async () => {
        if ((this.missed && this.settled) || this.age() > STALE_AFTER) await this.readLog();
      },
      WATCH_EVERY,
      new OutageLog(logger, `The fold of ${log}`),
    );
  }

  /** Loads the table first, so that there is something to answer from; then again what came while joining. */
  async start(): Promise<void> {
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
    return withinTime(this.readLog(), waitMilliseconds);
  }

  age(): number {
    return Date.now() - this.currentAt;
  }

  lag(): number {
    return this.reader.lag();
  }

  horizon(): bigint {
    return this.folded;
  }

  private async takeBatch({ batch, resolveOffset }: EachBatchPayload): Promise<void> {
    for (const message of batch.messages) {
      const read = readFeedMessage(message);
      if (read.epoch > this.epoch) await this.raise(read.epoch);
      // What an earlier epoch brought and the log still has was read from there when the epoch rose.
      const current = read.epoch === this.epoch;
      if (current && read.kind === 'event') await this.takeInOrder(read.event);
      if (current && read.kind === 'heartbeat') {
        this.horizons.heard(`${batch.topic}/${batch.partition}`, read.heartbeat);
        this.advance();
      }
      resolveOffset(message.offset);
    }
  }

  /** What every partition has said is true of the whole, unless something before it was missed. */
  private advance(): void {
    const common = this.horizons.common(this.reader.assigned);
    if (common === null || this.missed) return;
    if (common.horizon > this.folded) this.folded = common.horizon;
    this.currentAt = Math.max(this.currentAt, common.at);
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
    this.versions.set(event.stream_id, event.version);
    this.options.fold.take(event);
  }

  /** Folds from the event table whatever came since the horizon. */
  private readLog(): Promise<void> {
    return this.order.run('log', async () => {
      const at = Date.now();
      if (this.settled) this.missed = false;
      try {
        const life = await this.options.source.serverRun();
        // A server that was started again may have been restored, and what was read from it before undone.
        if (this.life !== null && life !== this.life) await this.foldAgain();
        this.life = life;
        this.folded = await catchUpFromLog(this.options.source, this.folded, async (events) => {
          for (const event of events) await this.takeInOrder(event);
        });
        this.currentAt = Math.max(this.currentAt, at);
      } catch (error) {
        this.missed = true;
        throw error;
      }
    });
  }

  /** The log went back in time: what was folded may never have happened. */
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
    logger.warn({ log }, 'The log may have gone back in time, and is folded again.');
    fold.reset();
    this.versions.clear();
    this.horizons.clear();
    for (const event of events) this.take(event);
    this.folded = horizon;
    // What other partitions brought meanwhile was forgotten with the rest.
    this.missed = true;
  }
}
