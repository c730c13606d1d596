import type { PartitionPosition, RecordedEvent } from '@service/event-store';
import type { FeedMessage } from '../event-message.js';
import type { TopicPartition } from '../topic-partitions.js';

/** The events of one partition, and the position after them. */
export interface PartitionBatch {
  events: readonly RecordedEvent[];
  position: PartitionPosition;
}

/**
 * The part of a batch that is of an epoch; events of an earlier epoch were read from the log when the epoch
 * rose.
 */
export function partitionBatch(
  { topic, partition }: TopicPartition,
  read: readonly FeedMessage[],
  epoch: number,
): PartitionBatch {
  const last = read[read.length - 1];
  const events: RecordedEvent[] = [];
  let [horizon, currentAt] = [0n, 0];
  for (const message of read) {
    if (message.epoch !== epoch) continue;
    if (message.kind === 'event') events.push(message.event);
    if (message.kind !== 'heartbeat') continue;
    const reported = BigInt(message.heartbeat.horizon);
    if (reported > horizon) horizon = reported;
    // Lower than before where the database's clock was set back.
    currentAt = message.heartbeat.at;
  }
  const nextOffset = `${BigInt(last?.offset ?? 0) + 1n}`;
  return { events, position: { topic, partition, nextOffset, epoch, horizon: `${horizon}`, currentAt } };
}
