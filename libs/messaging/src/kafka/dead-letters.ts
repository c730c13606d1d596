import type { Kafka, KafkaMessage } from 'kafkajs';
import type { KafkaNames } from './kafka-names.js';
import { SerialProducer } from './serial-producer.js';

/** A message that could not be applied, with the consumer and the cause. */
export interface DeadLetter {
  consumer: string;
  topic: string;
  partition: number;
  cause: string;
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'offset'>;
}

/** Sends messages that could not be applied to the dead letter topic, with their cause. */
export class DeadLetters {
  private readonly producer: SerialProducer;

  constructor(
    kafka: Kafka,
    private readonly names: KafkaNames,
  ) {
    this.producer = new SerialProducer(kafka, false);
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
