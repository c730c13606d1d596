import type {
  Admin,
  Kafka,
  Reader,
  ReaderOptions,
  ReceivedMessage,
  TopicMessages,
  Writer,
} from '../kafka/connection/port.js';
import { arrived } from './arrived.js';

/** A Kafka in memory. A test reads what was sent, and calls `deliver` for readers. */
export class FakeKafka implements Kafka {
  readonly sent: TopicMessages[] = [];
  /** Offsets up to which readers have resolved what they got, by `topic/partition`. */
  readonly resolved = new Map<string, string>();
  private readonly readers = new Set<ReaderOptions>();

  constructor(private readonly partitions = 1) {}

  /** Delivers messages to all readers of a topic. */
  async deliver(topic: string, messages: readonly ReceivedMessage[], partition = 0): Promise<void> {
    for (const { topics, take } of this.readers) {
      if (!topics.includes(topic)) continue;
      const resolveOffset = (offset: string) => void this.resolved.set(`${topic}/${partition}`, offset);
      await take({ topic, partition, messages, resolveOffset, isRunning: () => true });
    }
  }

  /** What was sent to a topic, as a reader gets it. */
  sentTo(topic: string): ReceivedMessage[] {
    return this.sent
      .filter((each) => each.topic === topic)
      .flatMap(({ messages }) => messages)
      .map((message, index) => arrived(message, `${index}`));
  }

  writer(): Writer {
    return {
      connectAhead: () => undefined,
      disconnect: async () => undefined,
      send: async (topicMessages) => void this.sent.push(...topicMessages),
    };
  }

  reader(options: ReaderOptions): Reader {
    return {
      assigned: options.topics.length * this.partitions,
      start: async () => {
        this.readers.add(options);
        options.joining?.();
        options.reading?.();
      },
      stop: async () => void this.readers.delete(options),
      commit: () => undefined,
      lag: () => 0,
    };
  }

  admin<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> {
    const numbers = Array.from({ length: this.partitions }, (_, partition) => partition);
    const partitions = async (topics: readonly string[]) =>
      topics.flatMap((topic) => numbers.map((partition) => ({ topic, partition })));
    return work({ partitions } as Partial<Admin> as Admin);
  }

  async lastMessages(topic: string, count: number): Promise<ReceivedMessage[]> {
    return this.sentTo(topic).slice(-count);
  }

  async sweepGroups(): Promise<void> {}

  async close(): Promise<void> {}
}
