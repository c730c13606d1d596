import type { Kafka, ReceivedMessage, TopicPartition } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { connectTestKafka } from './connect-test-kafka.js';

const PATIENCE = { timeout: 30_000 };

export interface ReadMessage extends TopicPartition {
  message: ReceivedMessage;
}

/** Reads the topics that begin with the settings' prefix, from their beginnings to what were their ends at the call. */
export async function readTopics(settings: NodeJS.ProcessEnv): Promise<ReadMessage[]> {
  const { KAFKA_TOPIC_PREFIX: prefix = '' } = settings;
  const kafka = connectTestKafka(settings);
  const awaited = new Map<string, bigint>();
  const topics = await kafka.admin(async (admin) => {
    const found = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    for (const topic of found) {
      for (const { partition, high, low } of await admin.offsets(topic)) {
        if (BigInt(high) > BigInt(low)) awaited.set(`${topic}/${partition}`, BigInt(high) - 1n);
      }
    }
    return found;
  });
  return readUntil(kafka, { topics, group: `${prefix}test` }, (_, last) => {
    for (const [partition, offset] of last) {
      if (offset >= (awaited.get(partition) ?? offset + 1n)) awaited.delete(partition);
    }
    return awaited.size === 0;
  });
}

/**
 * Reads topics from their beginnings until it is enough; answers all that were read.
 * @param isEnough gets what was read, and by partition the last offset.
 */
export async function readUntil(
  kafka: Kafka,
  { topics, group }: { topics: readonly string[]; group: string },
  isEnough: (read: ReadMessage[], last: ReadonlyMap<string, bigint>) => boolean,
  patience = PATIENCE,
): Promise<ReadMessage[]> {
  const read: ReadMessage[] = [];
  const last = new Map<string, bigint>();
  const reader = kafka.reader({
    group,
    topics,
    from: 'beginning',
    logger: createLogger('silent'),
    alone: true,
    async take({ topic, partition, messages, resolveOffset }) {
      for (const message of messages) {
        read.push({ topic, partition, message });
        last.set(`${topic}/${partition}`, BigInt(message.offset));
        resolveOffset(message.offset);
      }
    },
  });
  await reader.start();
  try {
    await eventually(() => isEnough(read, last), patience);
    return read;
  } finally {
    await reader.stop();
    await kafka.close();
  }
}
