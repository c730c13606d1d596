import type { EachBatchPayload, Kafka, KafkaMessage, TopicMessages } from 'kafkajs';
import { CREATE_CLUSTER, type Cluster } from '../kafka/connection/open-cluster.js';
import { arrived } from './arrived.js';

/** Where a client of kafkajs has what makes its connections. */
const connections: unique symbol = Symbol(CREATE_CLUSTER);

interface FakeConsumer {
  topics: readonly string[];
  eachBatch: (payload: EachBatchPayload) => Promise<void>;
}

/**
 * A Kafka in memory. A test reads what was sent, and calls `deliver` for consumers. What is fetched without a consumer is
 * what was sent.
 */
export class FakeKafka {
  readonly sent: TopicMessages[] = [];
  /** Offsets up to which readers have resolved what they got, by `topic/partition`. */
  readonly resolved = new Map<string, string>();
  private readonly consumers = new Set<FakeConsumer>();
  readonly [connections] = (): Cluster => this.cluster();
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
    return {
      events,
      on: (name: string, listener: (event: unknown) => void) => void heard.set(name, listener),
      connect: async () => undefined,
      subscribe: async (wanted: { topics: string[] }) => {
        ({ topics } = wanted);
      },
      run: async ({ eachBatch }: Pick<FakeConsumer, 'eachBatch'>) => {
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

  /** The connections of a client, which read without a group. */
  private cluster(): Cluster {
    return {
      connect: async () => undefined,
      disconnect: async () => undefined,
      addTargetTopic: async () => undefined,
      refreshMetadata: async () => undefined,
      findLeaderForPartitions: () => ({ 1: [0] }),
      fetchTopicsOffset: async (topics) =>
        topics.map(({ topic, fromBeginning }) => ({
          partitions: [{ offset: `${fromBeginning ? 0 : this.sentTo(topic).length}` }],
        })),
      findBroker: async () => ({
        fetch: async ({ topics }) => ({
          responses: topics.map(({ topic, partitions }) => ({
            partitions: partitions.map(({ fetchOffset }) => ({
              messages: this.sentTo(topic).slice(Number(fetchOffset)),
            })),
          })),
        }),
      }),
    };
  }
}
