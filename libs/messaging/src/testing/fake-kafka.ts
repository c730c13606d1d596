import type { EachBatchPayload, EachMessagePayload, Kafka, KafkaMessage, TopicMessages } from 'kafkajs';
import { arrived } from './arrived.js';

interface FakeConsumer {
  topics: readonly string[];
  eachBatch: (payload: EachBatchPayload) => Promise<void>;
}

/**
 * A Kafka in memory. A test reads what was sent, and calls `deliver` for consumers of batches. Consumers of single
 * messages receive what was sent, from the offset that they seek.
 */
export class FakeKafka {
  readonly sent: TopicMessages[] = [];
  /** Offsets up to which readers have resolved what they got, by `topic/partition`. */
  readonly resolved = new Map<string, string>();
  private readonly consumers = new Set<FakeConsumer>();
  constructor(private readonly partitions = 1) {}

  get client(): Kafka {
    return this as unknown as Kafka;
  }

  /** Delivers messages to all readers of a topic. */
  async deliver(topic: string, messages: readonly KafkaMessage[], partition = 0): Promise<void> {
    for (const consumer of this.consumers) {
      if (!consumer.topics.includes(topic)) continue;
      await consumer.eachBatch({
        batch: { topic, partition, messages: [...messages], offsetLag: () => '0' },
        resolveOffset: (offset: string) => this.resolved.set(`${topic}/${partition}`, offset),
        heartbeat: async () => undefined,
        isRunning: () => true,
      } as unknown as EachBatchPayload);
    }
  }

  /** What was sent to a topic, as a reader gets it. */
  sentTo(topic: string): KafkaMessage[] {
    return this.sent
      .filter((each) => each.topic === topic)
      .flatMap(({ messages }) => messages)
      .map((message, index) => arrived(message, `${index}`));
  }

  producer() {
    return {
      connect: async () => undefined,
      disconnect: async () => undefined,
      sendBatch: async ({ topicMessages }: { topicMessages: TopicMessages[] }) => {
        this.sent.push(...topicMessages);
      },
    };
  }

  admin() {
    const partitions = Array.from({ length: this.partitions }, (_, partitionId) => ({ partitionId }));
    return {
      connect: async () => undefined,
      disconnect: async () => undefined,
      fetchTopicOffsets: async (topic: string) => [
        { partition: 0, low: '0', high: `${this.sentTo(topic).length}` },
      ],
      fetchTopicMetadata: async ({ topics }: { topics: string[] }) => ({
        topics: topics.map((name) => ({ name, partitions })),
      }),
    };
  }

  consumer() {
    const events = { CRASH: 'crash', GROUP_JOIN: 'join', FETCH: 'fetch' };
    const heard = new Map<string, (event: unknown) => void>();
    let topics: string[] = [];
    let own: FakeConsumer | undefined;
    let eachMessage: ((payload: EachMessagePayload) => Promise<void>) | undefined;
    return {
      events,
      on: (name: string, listener: (event: unknown) => void) => void heard.set(name, listener),
      connect: async () => undefined,
      subscribe: async (wanted: { topics?: string[]; topic?: string }) => {
        topics = wanted.topics ?? [wanted.topic ?? ''];
      },
      seek: ({ topic, offset }: { topic: string; offset: string }) => {
        const from = this.sentTo(topic).slice(Number(offset));
        for (const message of from)
          void eachMessage?.({ topic, partition: 0, message } as EachMessagePayload);
      },
      run: async (how: { eachBatch?: FakeConsumer['eachBatch']; eachMessage?: typeof eachMessage }) => {
        ({ eachMessage } = how);
        if (how.eachBatch === undefined) return;
        const { eachBatch } = how;
        own = { topics, eachBatch };
        this.consumers.add(own);
        const assigned = Array.from({ length: this.partitions }, (_, partition) => partition);
        const memberAssignment = Object.fromEntries(topics.map((topic) => [topic, assigned]));
        heard.get(events.GROUP_JOIN)?.({ payload: { memberAssignment } });
        heard.get(events.FETCH)?.({});
      },
      commitOffsets: async () => undefined,
      disconnect: async () => {
        if (own !== undefined) this.consumers.delete(own);
      },
    };
  }
}
