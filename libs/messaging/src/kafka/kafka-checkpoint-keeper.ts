import type { Kafka } from 'kafkajs';
import { CheckpointKeeper } from '../checkpoints/checkpoint-keeper.js';
import type { KafkaNames } from './kafka-names.js';
import { lastMessages } from './last-messages.js';
import { SerialProducer } from './serial-producer.js';

/**
 * More than a sequencer that was overtaken can still add behind the next one's: the newest checkpoint is among
 * the last ones, though it need not be the very last.
 */
const TAIL = 64;

/** Keeps checkpoints in a topic of one partition. */
export class KafkaCheckpointKeeper extends CheckpointKeeper {
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

  async kept(): Promise<string[]> {
    const messages = await lastMessages(this.kafka, this.topic, TAIL);
    return messages.flatMap(({ value }) => (value === null ? [] : [value.toString('utf8')]));
  }

  keep(note: string): Promise<void> {
    return this.producer.send([{ topic: this.topic, messages: [{ value: note }] }]);
  }

  /** What a topic holds stays there; a checkpoint of the log's new origin comes behind it. */
  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
