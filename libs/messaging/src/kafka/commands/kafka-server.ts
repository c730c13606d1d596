import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { ServiceError, UnavailableError, type CommandEnvelope } from '@service/contracts';
import { Batcher, SerialByKey } from '@service/platform/batching';
import { type Logger } from '@service/platform/logging';
import type { EachBatchPayload, Kafka, KafkaMessage, Message } from 'kafkajs';
import { lastValueFrom } from 'rxjs';
import { domainOf } from '../../events/event-domains.js';
import { DeadLetters } from '../dead-letters.js';
import { TopicReader } from '../feed/topic-reader.js';
import type { KafkaNames } from '../kafka-names.js';
import { SerialProducer } from '../serial-producer.js';
import { outcomeMessage, readCommand, refusalOf, type Outcome, type ReplyTo } from './command-message.js';
import { OffsetTracker } from './offset-tracker.js';

export interface KafkaServerOptions {
  kafka: Kafka;
  names: KafkaNames;
  /** The app whose replicas share the commands. */
  app: string;
  logger: Logger;
}

/** Commands under way in one partition before no more of it are read; milliseconds between two commits. */
const MOST_UNDER_WAY = 500;
const COMMIT_EVERY = 100;

/**
 * Nest's transport strategy for commands that come over Kafka. Commands of different aggregates are handled
 * side by side; how far everything before is done is committed, so that a crash or a rebalance brings again
 * whatever is not, and the owner's stored outcome makes that harmless.
 */
export class KafkaServer extends Server implements CustomTransportStrategy {
  private readonly order = new SerialByKey();
  private readonly trackers = new Map<string, OffsetTracker>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly producer: SerialProducer;
  private readonly deadLetters: DeadLetters;
  private readonly replies: Batcher<Message, void>;
  private reader: TopicReader | null = null;
  private timer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(private readonly options: KafkaServerOptions) {
    super();
    this.producer = new SerialProducer(options.kafka, false);
    this.deadLetters = new DeadLetters(options.kafka, options.names);
    this.replies = new Batcher((messages) => this.reply(messages), { maxBatch: 500, maxInFlight: 1 });
  }

  listen(callback: (error?: unknown) => void): void {
    const { kafka, names, app, logger } = this.options;
    const domains = new Set([...this.messageHandlers.keys()].map(domainOf));
    if (domains.size === 0) return callback();
    this.reader = new TopicReader({
      kafka,
      group: names.group(`${app}.commands`),
      topics: [...domains].map((domain) => names.commands(domain)),
      from: 'beginning',
      logger,
      take: (batch) => this.takeBatch(batch),
      // What is under way from before is handled again: its place is another replica's, or is read anew.
      joining: () => this.trackers.clear(),
    });
    this.timer = setInterval(() => this.commit(), COMMIT_EVERY);
    void this.beginReading(this.reader, callback);
  }

  /** Takes no more commands, and ends when those under way are answered. */
  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.timer);
    await Promise.allSettled(this.underWay);
    this.commit();
    await this.reader?.stop();
    await Promise.all([this.producer.disconnect(), this.deadLetters.disconnect()]);
  }

  /** There is no connection whose events could be listened to. */
  on(): never {
    throw new TypeError('The Kafka transport has no events.');
  }

  unwrap(): never {
    throw new TypeError('The Kafka transport wraps nothing.');
  }

  private async beginReading(reader: TopicReader, callback: () => void): Promise<void> {
    await reader.start();
    callback();
  }

  private async takeBatch({ batch, resolveOffset, isRunning }: EachBatchPayload): Promise<void> {
    const { topic, partition } = batch;
    const key = `${topic}/${partition}`;
    const tracker = this.trackers.get(key) ?? new OffsetTracker();
    this.trackers.set(key, tracker);
    for (const message of batch.messages) {
      while (isRunning() && !this.closing && !this.hasRoom(key, tracker)) await Promise.race(this.underWay);
      if (!isRunning() || this.closing) return;
      const done = tracker.take(message.offset);
      const handled = this.handle(topic, partition, message).finally(done);
      this.underWay.add(handled);
      void handled.finally(() => this.underWay.delete(handled));
      resolveOffset(message.offset);
    }
  }

  private async handle(topic: string, partition: number, message: KafkaMessage): Promise<void> {
    const read = readCommand(message);
    if (read === null) {
      const cause = 'It is no command.';
      this.options.logger.error({ topic, partition, offset: message.offset }, cause);
      const consumer = `${this.options.app}.commands`;
      await this.deadLetters
        .put({ consumer, topic, partition, cause, message })
        .catch((error: unknown) => this.options.logger.error({ err: error }, 'A dead letter was lost.'));
      return;
    }
    await this.order.run(read.command.key, () => this.answer(read.command, read.replyTo));
  }

  private async answer(command: CommandEnvelope, replyTo: ReplyTo): Promise<void> {
    // Its sender has given up: nothing is done, and nobody hears of it.
    if (command.deadline <= Date.now()) return;
    const outcome = await this.outcomeOf(command);
    try {
      await this.replies.submit(outcomeMessage(command.id, replyTo, outcome));
    } catch (error) {
      this.options.logger.warn({ err: error, command_id: command.id }, 'A reply could not be sent.');
    }
  }

  private async outcomeOf(command: CommandEnvelope): Promise<Outcome> {
    const handler = this.messageHandlers.get(command.type);
    if (handler === undefined) {
      return refusalOf(new UnavailableError({ cause: 'command_not_handled', command: command.type }));
    }
    try {
      const handled = this.transformToObservable(await handler(command));
      return { reply: (await lastValueFrom(handled)) as unknown };
    } catch (error) {
      if (error instanceof ServiceError) return refusalOf(error);
      this.options.logger.error(
        { err: error, command_id: command.id },
        'A command ended in no error of ours.',
      );
      return { refusal: { code: 'internal.error' } };
    }
  }

  private async reply(messages: Message[]): Promise<void[]> {
    await this.producer.send([{ topic: this.options.names.replies, messages }]);
    return messages.map(() => undefined);
  }

  /** Whether more of a partition may be read. Where not, its oldest command is still under way. */
  private hasRoom(partition: string, tracker: OffsetTracker): boolean {
    if (tracker.size < MOST_UNDER_WAY) return true;
    this.commitDone(partition, tracker);
    return tracker.size < MOST_UNDER_WAY;
  }

  private commit(): void {
    for (const [partition, tracker] of this.trackers) this.commitDone(partition, tracker);
  }

  private commitDone(key: string, tracker: OffsetTracker): void {
    const reached = tracker.advance();
    const [topic = '', partition = ''] = key.split('/');
    if (reached !== null) this.reader?.commit(topic, Number(partition), reached);
  }
}
