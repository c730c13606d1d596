import { randomUUID } from 'node:crypto';
import { eventually } from '@service/testing';
import type { EachMessagePayload } from 'kafkajs';
import { connectTestKafka } from './connect-test-kafka.js';

/** Reads the topics that begin with the settings' prefix, from their beginnings to what were their ends at the call. */
export async function readTopics(settings: NodeJS.ProcessEnv): Promise<EachMessagePayload[]> {
  const { KAFKA_TOPIC_PREFIX: prefix = '' } = settings;
  const kafka = connectTestKafka(settings);
  const groupId = `${prefix}test.${randomUUID()}`;
  const [admin, consumer] = [kafka.admin(), kafka.consumer({ groupId })];
  await Promise.all([admin.connect(), consumer.connect()]);
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    const awaited = new Map<string, bigint>();
    for (const topic of topics) {
      for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
        if (BigInt(high) > BigInt(low)) awaited.set(`${topic}/${partition}`, BigInt(high) - 1n);
      }
    }
    const read: EachMessagePayload[] = [];
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async (payload) => {
        const { topic, partition, message } = payload;
        read.push(payload);
        const last = awaited.get(`${topic}/${partition}`);
        if (last !== undefined && BigInt(message.offset) >= last) awaited.delete(`${topic}/${partition}`);
      },
    });
    await eventually(() => awaited.size === 0, { timeout: 30_000 });
    return read;
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}
