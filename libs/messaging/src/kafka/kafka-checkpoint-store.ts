import { StartError } from '@service/platform/errors';
import { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import type { MessageAuthenticator } from './authentication/message-authenticator.js';
import type { Kafka, Writer } from './connection/port.js';
import type { KafkaNames } from './kafka-names.js';
import { lastAuthentic } from './last-authentic.js';

/**
 * Messages that are read. A sequencer that lost its lease may append a few checkpoints after those of the next one, so
 * the newest checkpoint is not always the last message.
 */
const TAIL = 64;
/** Most messages that are read to find an authentic one: 18 hours of checkpoints. */
const LONGEST_TAIL = 65_536;

/** Stores checkpoints in a topic of one partition. */
export class KafkaCheckpointStore extends CheckpointStore {
  private readonly topic: string;
  private readonly producer: Writer;

  constructor(
    private readonly kafka: Kafka,
    names: KafkaNames,
    private readonly messages: MessageAuthenticator,
  ) {
    super();
    this.topic = names.logCheckpoints;
    this.producer = kafka.writer({ idempotent: true });
  }

  /**
   * The last authentic checkpoints.
   * @throws StartError where there are messages, and none is authentic.
   */
  async load(): Promise<string[]> {
    const { kafka, topic, messages } = this;
    // A process that loads checkpoints will soon store one.
    this.producer.connectAhead();
    const tail = { kafka, topic, messages, first: TAIL, most: LONGEST_TAIL };
    const { authentic, read } = await lastAuthentic(tail);
    if (authentic.length === 0 && read.length > 0) {
      throw new StartError(
        `No checkpoint in ${topic} is authentic under the event keys of record-store; put back the key that they were stored under. If somebody else wrote all of them, remove them from the topic.`,
      );
    }
    return authentic.flatMap(({ value }) => (value === null ? [] : [value.toString('utf8')]));
  }

  store(note: string): Promise<void> {
    const { topic, messages } = this;
    return this.producer.send([{ topic, messages: [messages.sign(topic, { value: note })] }]);
  }

  /** Nothing is moved in a topic: checkpoints with the log's new origin follow the old ones. */
  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
