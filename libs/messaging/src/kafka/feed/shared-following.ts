import type { EventLog, PartitionPosition, RecordedEvent } from '@service/event-store';
import { Batcher, type Logger } from '@service/platform';
import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Pool } from 'pg';
import type { EventLogName, Following, SharedConsumer } from '../../events/event-feed.js';
import type { DeadLetters } from '../dead-letters.js';
import { readAnnouncement, readFeedMessage, type FeedMessage } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { topicPartitions, type TopicPartition } from '../topic-partitions.js';
import { causeOf, isTransient } from '../failures.js';
import { Rounds, STALE_AFTER, WATCH_EVERY, withinTime } from '../../rounds/rounds.js';
import { SharedTables } from './shared-tables.js';
import { Trouble } from '../../rounds/trouble.js';
import { TopicReader } from './topic-reader.js';

export interface SharedFollowingOptions {
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  log: EventLogName;
  source: EventLog;
  consumer: SharedConsumer;
  deadLetters: DeadLetters;
  logger: Logger;
}

/** The events of one partition, and where it stands after them. */
interface PartitionBatch {
  events: readonly RecordedEvent[];
  position: PartitionPosition;
}

const PARTITIONS_TOGETHER = 64;
/** Attempts at a batch before its events are tried one by one, and milliseconds between them. */
const ATTEMPTS = 3;
const PAUSE = 100;

/** Follows with an effect in tables that all replicas of an app share: each partition is read by one of them. */
export class SharedFollowing implements Following {
  private readonly reader: TopicReader;
  private readonly tables: SharedTables;
  private readonly watch: Rounds;
  private readonly batches: Batcher<PartitionBatch, void>;
  private partitions: TopicPartition[] = [];
  /** Positions of this replica's partitions that only heartbeats have moved since they were written down. */
  private readonly unwritten = new Map<string, PartitionPosition>();
  private epoch = 0;
  private raising: Promise<void> | null = null;
  private currentAt = 0;

  constructor(private readonly options: SharedFollowingOptions) {
    const { pool, kafka, names, log, source, consumer, logger } = options;
    this.tables = new SharedTables(pool, source, consumer);
    this.reader = new TopicReader({
      kafka,
      group: names.group(`${consumer.schema}.${consumer.name}`),
      topics: names.eventsOf(log),
      from: 'beginning',
      logger,
      take: (batch) => this.takeBatch(batch),
    });
    this.batches = new Batcher((batches) => this.applyTogether(batches), {
      maxBatch: PARTITIONS_TOGETHER,
      maxInFlight: 1,
      isItemFault: (error) => !isTransient(error),
    });
    const trouble = new Trouble(logger, `The feed of ${consumer.schema}.${consumer.name}`);
    this.watch = new Rounds(() => this.lookAfter(), WATCH_EVERY, trouble);
  }

  async start(): Promise<void> {
    const { kafka, names, log } = this.options;
    this.partitions = await topicPartitions(kafka, names.eventsOf(log));
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
    return withinTime(this.readLog(), waitMilliseconds);
  }

  age(): number {
    return Date.now() - this.currentAt;
  }

  lag(): number {
    return this.reader.lag();
  }

  private async readLog(): Promise<void> {
    const at = Date.now();
    await this.tables.readLog(this.partitions, this.epoch);
    this.currentAt = Math.max(this.currentAt, at);
  }

  private async takeBatch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    const read = messages.map(readFeedMessage);
    const last = read[read.length - 1];
    if (last === undefined) return;
    const epoch = Math.max(...read.map((each) => each.epoch));
    if (epoch > this.epoch) await this.raise(epoch);
    await this.setAsideUnreadable(topic, partition, messages, read);
    const position = positionAfter(topic, partition, read, this.epoch);
    // What an earlier epoch brought and the log still has was read from there when the epoch rose.
    const events = read.flatMap((each) =>
      each.kind === 'event' && each.epoch === this.epoch ? [each.event] : [],
    );
    if (events.length === 0) {
      this.unwritten.set(`${topic}/${partition}`, position);
    } else if (await this.applyPersistently(payload, events, position)) {
      this.unwritten.delete(`${topic}/${partition}`);
    } else {
      return;
    }
    payload.resolveOffset(last.offset);
    this.reader.commit(topic, partition, position.nextOffset);
  }

  /** Tries until it is done, setting aside what cannot be applied; false where the reader is stopped before. */
  private async applyPersistently(
    { isRunning, batch }: EachBatchPayload,
    events: readonly RecordedEvent[],
    position: PartitionPosition,
  ): Promise<boolean> {
    const { consumer, logger } = this.options;
    for (let attempt = 1; isRunning(); attempt += 1) {
      try {
        await this.batches.submit({ events, position });
        return true;
      } catch (error) {
        logger.warn({ err: error, consumer: consumer.name, attempt }, 'A batch is applied again.');
        if (!isTransient(error) && attempt >= ATTEMPTS) await this.setAside(batch.messages, events, position);
        else await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** Math.min(attempt - 1, 4)));
      }
    }
    return false;
  }

  /** What several partitions have brought at once is one transaction. */
  private async applyTogether(batches: PartitionBatch[]): Promise<void[]> {
    const events = batches.flatMap((batch) => batch.events);
    const positions = batches.map((batch) => batch.position);
    await this.tables.apply(events, positions);
    return batches.map(() => undefined);
  }

  /** Applies one event after the other, and parks the streams of those that cannot be. */
  private async setAside(
    messages: readonly KafkaMessage[],
    events: readonly RecordedEvent[],
    position: PartitionPosition,
  ): Promise<void> {
    const before = { ...position, nextOffset: '0', horizon: '0', currentAt: 0 };
    for (const event of events) {
      try {
        await this.tables.apply([event], [before]);
      } catch (error) {
        if (isTransient(error)) throw error;
        const cause = causeOf(error);
        const message = messages.find((each) => {
          const announced = readAnnouncement(each);
          return announced?.streamId === event.stream_id && announced.version === event.version;
        });
        if (message !== undefined) await this.deadLetter(position, cause, message);
        await this.tables.parking.park(event, cause);
        this.options.logger.error(
          { stream_id: event.stream_id, version: event.version, consumer: this.options.consumer.name, cause },
          'An event could not be applied: its stream is parked, the others go on.',
        );
      }
    }
  }

  private async setAsideUnreadable(
    topic: string,
    partition: number,
    messages: readonly KafkaMessage[],
    read: readonly FeedMessage[],
  ): Promise<void> {
    for (const [index, each] of read.entries()) {
      const message = messages[index];
      if (each.kind !== 'unreadable' || message === undefined) continue;
      this.options.logger.error({ topic, partition, offset: each.offset }, 'A message was not one of ours.');
      await this.deadLetter({ topic, partition }, each.cause, message);
    }
  }

  private deadLetter(at: TopicPartition, cause: string, message: KafkaMessage): Promise<void> {
    const { consumer, deadLetters } = this.options;
    const { topic, partition } = at;
    const name = `${consumer.schema}.${consumer.name}`;
    return deadLetters.put({ consumer: name, topic, partition, cause, message });
  }

  /** Writes down what heartbeats have said, and finds out how current the tables are and what they miss. */
  private async lookAfter(): Promise<void> {
    const unwritten = [...this.unwritten];
    await this.tables.move(unwritten.map(([, position]) => position));
    for (const [key, position] of unwritten) {
      if (this.unwritten.get(key) === position) this.unwritten.delete(key);
    }
    const positions = await this.tables.positions();
    // Another replica may have seen it in a partition that is none of this one's.
    const epoch = Math.max(this.epoch, ...positions.map((position) => position.epoch));
    if (epoch > this.epoch) await this.raise(epoch);
    if (positions.length >= this.partitions.length) {
      this.currentAt = Math.max(this.currentAt, Math.min(...positions.map(({ currentAt }) => currentAt)));
    }
    if (this.age() > STALE_AFTER) await this.readLog();
    for (const streamId of await this.tables.parking.requested()) await this.replay(streamId);
  }

  private async replay(streamId: string): Promise<void> {
    try {
      await this.tables.replay(streamId, this.partitions, this.epoch);
    } catch (error) {
      if (isTransient(error)) throw error;
      await this.tables.parking.refuse(streamId, causeOf(error));
    }
  }

  /** The log went back in time: what was applied since may never have happened. */
  private async raise(epoch: number): Promise<void> {
    while (this.raising !== null) await this.raising.catch(() => undefined);
    if (epoch <= this.epoch) return;
    this.raising = this.raiseNow(epoch).finally(() => (this.raising = null));
    await this.raising;
  }

  private async raiseNow(epoch: number): Promise<void> {
    const { consumer, logger } = this.options;
    const first = this.epoch === 0;
    if (!first) {
      logger.error({ consumer: consumer.name, epoch }, 'The log went back in time; the tables follow it.');
      await this.tables.raise(epoch);
    }
    this.epoch = epoch;
    if (first) return;
    await this.tables.readLog(this.partitions, epoch);
    consumer.moved?.();
  }
}

function positionAfter(
  topic: string,
  partition: number,
  read: readonly FeedMessage[],
  epoch: number,
): PartitionPosition {
  const last = read[read.length - 1];
  const position = { topic, partition, nextOffset: `${BigInt(last?.offset ?? 0) + 1n}`, epoch };
  let [horizon, currentAt] = [0n, 0];
  for (const each of read) {
    if (each.kind !== 'heartbeat' || each.epoch !== epoch) continue;
    const said = BigInt(each.heartbeat.horizon);
    if (said > horizon) horizon = said;
    currentAt = Math.max(currentAt, each.heartbeat.at);
  }
  return { ...position, horizon: `${horizon}`, currentAt };
}
