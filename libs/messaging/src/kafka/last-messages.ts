import { randomUUID } from 'node:crypto';
import type { Kafka, KafkaMessage } from 'kafkajs';
import type { MessageAuthenticator } from './authentication/message-authenticator.js';
import { ownPartition } from './own-partition.js';

/** Milliseconds for the last message to arrive. */
const PATIENCE = 10_000;
/** How many times as many messages are read next, where too few were. */
const GROWTH = 16;

export interface AuthenticTail {
  /** Oldest first. */
  authentic: KafkaMessage[];
  /** Every message that was read, authentic or not. */
  read: KafkaMessage[];
}

/**
 * The authentic ones among the last messages of a topic's first partition. Where none of the first few is authentic,
 * more are read: somebody who may write to the topic must not hide them behind forged ones.
 * @param tail read `first` messages at the end of the topic, and up to `most`.
 * @throws where the broker does not answer in time.
 */
export async function lastAuthentic(tail: {
  kafka: Kafka;
  topic: string;
  messages: MessageAuthenticator;
  first: number;
  most: number;
}): Promise<AuthenticTail> {
  const { kafka, topic, messages, first, most } = tail;
  const place = { topic, partition: 0 };
  for (let count = first; ; count *= GROWTH) {
    const read = await lastMessages(kafka, topic, count);
    const authentic = read.filter((message) => messages.objectionTo(place, message) === null);
    if (authentic.length > 0 || read.length < count || count >= most) return { authentic, read };
  }
}

/** The last messages of a topic's first partition, oldest first. */
async function lastMessages(kafka: Kafka, topic: string, count: number): Promise<KafkaMessage[]> {
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
