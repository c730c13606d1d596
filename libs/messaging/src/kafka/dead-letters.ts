import type { Kafka, ReceivedMessage, Writer } from './connection/port.js';
import type { KafkaNames } from './kafka-names.js';

/** A message that could not be applied, with the consumer and the cause. */
export interface DeadLetter {
  consumer: string;
  topic: string;
  partition: number;
  cause: string;
  message: ReceivedMessage;
}

/** Sends messages that could not be applied to the dead letter topic, with their cause. */
export class DeadLetters {
  private readonly producer: Writer;

  constructor(
    kafka: Kafka,
    private readonly names: KafkaNames,
  ) {
    this.producer = kafka.writer({ idempotent: false });
  }

  async put({ consumer, topic, partition, cause, message }: DeadLetter): Promise<void> {
    const { key, value, headers, offset } = message;
    const origin = { consumer, source: `${topic}/${partition}/${offset}`, cause: cause.slice(0, 1_000) };
    const messages = [{ key, value, headers: { ...headers, ...origin } }];
    await this.producer.send([{ topic: this.names.deadLetters, messages }]);
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }
}
