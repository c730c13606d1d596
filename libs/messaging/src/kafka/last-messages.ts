import { randomUUID } from 'node:crypto';
import type { Kafka, KafkaMessage } from 'kafkajs';
import { ownPartition } from './own-partition.js';

/** Milliseconds for the last message to arrive. */
const PATIENCE = 10_000;

/**
 * The last messages of a topic's first partition, oldest first; none where it is empty.
 * @throws where the broker does not answer in time.
 */
export async function lastMessages(kafka: Kafka, topic: string, count: number): Promise<KafkaMessage[]> {
  const range = await offsetsOf(kafka, topic);
  if (range === null) return [];
  const first = range.high - BigInt(count) > range.low ? range.high - BigInt(count) : range.low;
  const groupId = `${topic}.last.${randomUUID()}`;
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 200,
    partitionAssigners: [ownPartition(0)],
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    return await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${topic} could not be read.`)), PATIENCE);
      const messages: KafkaMessage[] = [];
      const taken = consumer.run({
        autoCommit: false,
        eachMessage: async ({ message }) => {
          const offset = BigInt(message.offset);
          if (offset < first) return;
          messages.push(message);
          if (offset < range.high - 1n) return;
          clearTimeout(late);
          resolve(messages);
        },
      });
      taken.catch(reject);
      consumer.seek({ topic, partition: 0, offset: `${first}` });
    });
  } finally {
    await consumer.disconnect();
  }
}

async function offsetsOf(kafka: Kafka, topic: string): Promise<{ low: bigint; high: bigint } | null> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    const first = offsets.find(({ partition }) => partition === 0);
    if (first === undefined || first.high === first.low) return null;
    return { low: BigInt(first.low), high: BigInt(first.high) };
  } finally {
    await admin.disconnect();
  }
}
