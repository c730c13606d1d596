import { agreedNow, ServiceError, wasReplayed, type CommandEnvelope } from '@service/contracts';
import { Batcher, SerialByKey } from '@service/platform/batching';
import { causeOf } from '@service/platform/errors';
import { LineLimit, type Logger } from '@service/platform/logging';
import type { CommandHandlers } from '../../commands/command-handlers.js';
import { domainOf } from '../../events/event-domains.js';
import type { MessageAuthenticator } from '../authentication/message-authenticator.js';
import type { Batch, Kafka, Message, Reader, ReceivedMessage, Writer } from '../connection/port.js';
import { DeadLetters } from '../dead-letters.js';
import type { KafkaNames } from '../kafka-names.js';
import { partitionKey } from '../topic-partitions.js';
import {
  resultMessage,
  readCommand,
  refusalOf,
  type CommandResult,
  type ReplyTo,
} from './command-message.js';
import { OffsetTracker } from './offset-tracker.js';

export interface KafkaServerOptions {
  kafka: Kafka;
  names: KafkaNames;
  /** The app whose replicas share the commands. */
  app: string;
  commands: MessageAuthenticator;
  replies: MessageAuthenticator;
  logger: Logger;
  handlers: CommandHandlers;
}

/** Most commands under way from one partition, and milliseconds between two commits. */
const MOST_UNDER_WAY = 500;
const COMMIT_EVERY = 100;

/**
 * Takes an app's commands from Kafka. Commands of different aggregates are handled concurrently,
 * and an offset is committed once everything before it is done. A crash or a rebalance redelivers what is not
 * done, which is harmless because the owner stores results by idempotency key; a replayed command is harmless too. A
 * message that is not authentic is skipped: neither handled nor answered, because its reply address may be forged.
 */
export class KafkaServer {
  private readonly order = new SerialByKey();
  private readonly trackers = new Map<string, OffsetTracker>();
  private readonly limit = new LineLimit();
  private readonly underWay = new Set<Promise<void>>();
  private readonly producer: Writer;
  private readonly deadLetters: DeadLetters;
  private readonly replies: Batcher<Message, void>;
  private reader: Reader | null = null;
  private timer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(private readonly options: KafkaServerOptions) {
    this.producer = options.kafka.writer({ idempotent: false });
    this.deadLetters = new DeadLetters(options.kafka, options.names);
    this.replies = new Batcher((messages) => this.reply(messages), { maxBatch: 500, maxInFlight: 1 });
  }

  /** Resolves when commands are read. */
  async start(): Promise<void> {
    const { kafka, names, app, logger, handlers } = this.options;
    const domains = new Set(handlers.types.map(domainOf));
    this.reader = kafka.reader({
      group: names.group(`${app}.commands`),
      topics: [...domains].map((domain) => names.commands(domain)),
      from: 'beginning',
      logger,
      take: (batch) => this.takeBatch(batch),
      // Unfinished commands are redelivered, here or to another replica.
      joining: () => this.trackers.clear(),
    });
    await this.reader.start();
  }

  /** Reads no more commands; resolves when those under way are answered. */
  async close(): Promise<void> {
    this.closing = true;
    await Promise.allSettled(this.underWay);
    clearTimeout(this.timer);
    this.commit();
    await this.reader?.stop();
    await Promise.all([this.producer.disconnect(), this.deadLetters.disconnect()]);
  }

  private async takeBatch(batch: Batch): Promise<void> {
    const { topic, partition } = batch;
    const isStopping = () => this.closing || !batch.isRunning();
    const key = partitionKey(batch);
    const tracker = this.trackers.get(key) ?? new OffsetTracker();
    this.trackers.set(key, tracker);
    for (const message of batch.messages) {
      while (!isStopping() && !this.hasRoom(key, tracker)) await Promise.race(this.underWay);
      if (isStopping()) return;
      const done = tracker.take(message.offset);
      const handled = this.handle(topic, partition, message).finally(done);
      this.underWay.add(handled);
      void handled.finally(() => this.underWay.delete(handled));
      batch.resolveOffset(message.offset);
      this.timer ??= setTimeout(() => this.commitSoon(), COMMIT_EVERY);
    }
  }

  private async handle(topic: string, partition: number, message: ReceivedMessage): Promise<void> {
    if (!this.options.commands.accepts({ topic, partition }, message)) return;
    const read = readCommand(message);
    if (read === null) {
      const cause = 'The message is not a valid command.';
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
    // The sender has given up: the command is neither handled nor answered.
    if (command.deadline <= agreedNow()) return;
    const result = await this.resultOf(command);
    if (wasReplayed(command)) result.replayed = true;
    try {
      await this.replies.submit(resultMessage(command.id, replyTo, result));
    } catch (error) {
      const leftOut = this.limit.take();
      if (leftOut === null) return;
      this.options.logger.warn(
        { cause: causeOf(error), command_id: command.id, ...leftOut },
        'A reply could not be sent.',
      );
    }
  }

  private async resultOf(command: CommandEnvelope): Promise<CommandResult> {
    try {
      return { reply: await this.options.handlers.handle(command) };
    } catch (error) {
      return refusalOf(error instanceof ServiceError ? error : new ServiceError('internal.error'));
    }
  }

  private async reply(messages: Message[]): Promise<void[]> {
    const { names, replies } = this.options;
    const signed = messages.map((message) => replies.sign(names.replies, message));
    await this.producer.send([{ topic: names.replies, messages: signed }]);
    return messages.map(() => undefined);
  }

  /** Whether the partition has fewer commands under way than allowed. */
  private hasRoom(partition: string, tracker: OffsetTracker): boolean {
    if (tracker.size < MOST_UNDER_WAY) return true;
    this.commitDone(partition, tracker);
    return tracker.size < MOST_UNDER_WAY;
  }

  /** Commits, and again as long as commands are under way. */
  private commitSoon(): void {
    this.commit();
    const isDone = this.underWay.size === 0;
    this.timer = isDone ? undefined : setTimeout(() => this.commitSoon(), COMMIT_EVERY);
  }

  private commit(): void {
    for (const [partition, tracker] of this.trackers) this.commitDone(partition, tracker);
  }

  private commitDone(key: string, tracker: OffsetTracker): void {
    const reached = tracker.advance();
    const [topic = '', partition = ''] = key.split('/');
    if (reached !== null) this.reader?.commit({ topic, partition: Number(partition), offset: reached });
  }
}
