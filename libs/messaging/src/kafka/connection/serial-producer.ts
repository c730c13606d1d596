import { SerialByKey } from '@service/platform/batching';
import type { Kafka, Producer } from 'kafkajs';
import { boundedRequests } from './bounded-requests.js';
import type { TopicMessages, Writer } from './port.js';

/**
 * A producer that sends one batch after the other and is replaced after an error: kafkajs' idempotent producer
 * stays broken after some errors (kafkajs#598, #1005).
 */
export class SerialProducer implements Writer {
  private producer: Promise<Producer> | null = null;
  private readonly order = new SerialByKey();

  constructor(
    private readonly kafka: Kafka,
    private readonly idempotent: boolean,
  ) {}

  send(topicMessages: TopicMessages[]): Promise<void> {
    return this.order.run('send', () => this.sendNow(topicMessages));
  }

  connectAhead(): void {
    this.producer ??= this.connect();
    this.producer.catch(() => undefined);
  }

  disconnect(): Promise<void> {
    return this.order.run('send', () => this.drop());
  }

  private async sendNow(topicMessages: TopicMessages[]): Promise<void> {
    try {
      this.producer ??= this.connect();
      const producer = await this.producer;
      for (const request of boundedRequests(topicMessages))
        await producer.sendBatch({ topicMessages: request, acks: -1, timeout: 5_000 });
    } catch (error) {
      await this.drop();
      throw error;
    }
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      allowAutoTopicCreation: false,
      idempotent: this.idempotent,
      maxInFlightRequests: 1,
      retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 3 },
    });
    await producer.connect();
    return producer;
  }

  private async drop(): Promise<void> {
    const dropped = this.producer;
    this.producer = null;
    await dropped?.then((producer) => producer.disconnect()).catch(() => undefined);
  }
}
