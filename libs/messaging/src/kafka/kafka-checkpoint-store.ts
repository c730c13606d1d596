import type { Kafka } from 'kafkajs';
import { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import type { KafkaNames } from './kafka-names.js';
import { lastMessages } from './last-messages.js';
import { SerialProducer } from './serial-producer.js';

/**
 * Messages that are read. A sequencer that lost its lease may append a few checkpoints after those of the next one, so
 * the newest checkpoint is not always the last message.
 */
const TAIL = 64;

/** Stores checkpoints in a topic of one partition. */
export class KafkaCheckpointStore extends CheckpointStore {
  private readonly topic: string;
  private readonly producer: SerialProducer;

  constructor(
    private readonly kafka: Kafka,
    names: KafkaNames,
  ) {
    super();
    this.topic = names.logCheckpoints;
    this.producer = new SerialProducer(kafka, true);
  }

  async load(): Promise<string[]> {
    const messages = await lastMessages(this.kafka, this.topic, TAIL);
    return messages.flatMap(({ value }) => (value === null ? [] : [value.toString('utf8')]));
  }

  store(note: string): Promise<void> {
    return this.producer.send([{ topic: this.topic, messages: [{ value: note }] }]);
  }

  /** A topic keeps its messages; checkpoints with the log's new origin follow them. */
  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
