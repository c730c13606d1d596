import { Batcher } from '@service/platform/batching';
import { causeOf } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import type { SharedConsumer } from '../../events/event-feed.js';
import type { Batch, ReceivedMessage } from '../connection/port.js';
import type { DeadLetters } from '../dead-letters.js';
import { readAnnouncement, type FeedMessage } from '../event-message.js';
import { isTransient } from '../failures.js';
import type { TopicPartition } from '../topic-partitions.js';
import type { PartitionBatch } from './partition-batch.js';
import type { SharedTables } from './shared-tables.js';

export interface SharedApplierOptions {
  tables: SharedTables;
  consumer: SharedConsumer;
  deadLetters: DeadLetters;
  logger: Logger;
}

const PARTITIONS_TOGETHER = 64;
/** Attempts at a batch before its events are applied one by one, and milliseconds between attempts. */
const ATTEMPTS = 3;
const PAUSE = 100;

/**
 * Applies the batches of partitions with retries, and parks streams that cannot be applied, which lets the rest
 * go on.
 */
export class SharedApplier {
  /** Concurrent batches of several partitions share a transaction. */
  private readonly batches: Batcher<PartitionBatch, void>;

  constructor(private readonly options: SharedApplierOptions) {
    this.batches = new Batcher((batches) => this.applyTogether(batches), {
      maxBatch: PARTITIONS_TOGETHER,
      maxInFlight: 1,
      isItemFault: (error) => !isTransient(error),
    });
  }

  /** Answers whether the batch is done; false where the reader stops first. */
  async apply(from: Batch, batch: PartitionBatch): Promise<boolean> {
    const { consumer, logger } = this.options;
    for (let attempt = 1; from.isRunning(); attempt += 1) {
      try {
        await this.batches.submit(batch);
        return true;
      } catch (error) {
        logger.warn(
          { cause: causeOf(error), consumer: consumer.name, attempt },
          'A batch failed and is retried.',
        );
        if (!isTransient(error) && attempt >= ATTEMPTS) await this.setAside(from.messages, batch);
        else await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** Math.min(attempt - 1, 4)));
      }
    }
    return false;
  }

  /** Sends unreadable messages to the dead letters. */
  async setAsideUnreadable(
    { topic, partition, messages }: Batch,
    read: readonly FeedMessage[],
  ): Promise<void> {
    const at = { topic, partition };
    for (const [index, each] of read.entries()) {
      const message = messages[index];
      if (each.kind !== 'unreadable' || message === undefined) continue;
      this.options.logger.error({ ...at, offset: each.offset }, 'A message is unreadable.');
      await this.deadLetter(at, each.cause, message);
    }
  }

  private async applyTogether(batches: PartitionBatch[]): Promise<void[]> {
    const events = batches.flatMap((batch) => batch.events);
    const positions = batches.map((batch) => batch.position);
    await this.options.tables.apply(events, positions);
    return batches.map(() => undefined);
  }

  /** Applies the events one by one, and parks the streams of those that fail. */
  private async setAside(
    messages: readonly ReceivedMessage[],
    { events, position }: PartitionBatch,
  ): Promise<void> {
    const { tables, consumer, logger } = this.options;
    const before = { ...position, nextOffset: '0', horizon: '0', currentAt: 0 };
    for (const event of events) {
      try {
        await tables.apply([event], [before]);
      } catch (error) {
        if (isTransient(error)) throw error;
        const cause = causeOf(error);
        const { stream_id, version } = event;
        const message = messages.find((each) => {
          const announced = readAnnouncement(each);
          return announced?.streamId === stream_id && announced.version === version;
        });
        if (message !== undefined) await this.deadLetter(position, cause, message);
        await tables.parking.park(event, cause);
        logger.error(
          { stream_id, version, consumer: consumer.name, cause },
          'An event could not be applied: its stream is parked, the others go on.',
        );
      }
    }
  }

  private deadLetter(
    { topic, partition }: TopicPartition,
    cause: string,
    message: ReceivedMessage,
  ): Promise<void> {
    const { consumer, deadLetters } = this.options;
    const name = `${consumer.schema}.${consumer.name}`;
    return deadLetters.put({ consumer: name, topic, partition, cause, message });
  }
}
