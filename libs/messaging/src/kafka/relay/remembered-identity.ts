import { randomUUID } from 'node:crypto';
import type { LogIdentity } from '@service/event-store';
import type { Kafka } from 'kafkajs';
import { identityOf } from '../event-message.js';
import { ownPartition } from '../own-partition.js';

/** Milliseconds for the last message to arrive. */
const PATIENCE = 10_000;

/**
 * What a topic was told last of its log's identity, by whoever relayed it; null where it is empty. Kafka thus
 * remembers for a database what a restore would make it forget.
 * @throws where the broker does not answer in time.
 */
export async function rememberedIdentity(kafka: Kafka, topic: string): Promise<LogIdentity | null> {
  const admin = kafka.admin();
  await admin.connect();
  let high: bigint;
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    const first = offsets.find(({ partition }) => partition === 0);
    if (first === undefined || first.high === first.low) return null;
    high = BigInt(first.high);
  } finally {
    await admin.disconnect();
  }
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
      let last: LogIdentity | null = null;
      const taken = consumer.run({
        autoCommit: false,
        eachMessage: async ({ message }) => {
          last = identityOf(message) ?? last;
          if (BigInt(message.offset) < high - 1n) return;
          clearTimeout(late);
          resolve(last);
        },
      });
      taken.catch(reject);
      consumer.seek({ topic, partition: 0, offset: `${high - 1n}` });
    });
  } finally {
    await consumer.disconnect();
  }
}
