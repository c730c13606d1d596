import { randomInt, randomUUID } from 'node:crypto';
import {
  agreedNow,
  ServiceError,
  UnavailableError,
  noteReplayed,
  type CommandEnvelope,
  type CommandReply,
  type CommandType,
  type UnavailableCause,
} from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import { causeOf } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import { CommandClient, type Pace } from '../../commands/command-client.js';
import { ProjectTurns } from '../../commands/project-turns.js';
import { domainOf, ownerOf } from '../../events/event-domains.js';
import type { EventLogName } from '../../events/event-feed.js';
import type { MessageAuthentication } from '../authentication/message-authentication.js';
import { isTooLarge } from '../connection/bounded-requests.js';
import type { Batch, Kafka, Message, Reader, ReceivedMessage, Writer } from '../connection/port.js';
import type { KafkaNames } from '../kafka-names.js';
import type { TopicPartition } from '../topic-partitions.js';
import {
  awaitedBy,
  commandMessage,
  readResult,
  type CommandResult,
  replyOf,
  type ReplyTo,
} from './command-message.js';
import { CommandsUnderWay } from './commands-under-way.js';

export interface KafkaCommandClientOptions {
  kafka: Kafka;
  names: KafkaNames;
  authentication: MessageAuthentication;
  logger: Logger;
  underWay?: CommandsUnderWay;
}

interface Pending {
  /** The app that may answer. */
  owner: EventLogName;
  settle: (result: CommandResult) => void;
}

interface QueuedCommand {
  id: string;
  topic: string;
  message: Message;
}

/**
 * Sends commands over Kafka. Each replica reads one partition of the replies in a consumer group with no other
 * member, which prevents a rebalance from bringing its replies to another replica. The first reply to a command
 * counts, if it is the owner's.
 */
export class KafkaCommandClient extends CommandClient {
  private readonly replica = randomUUID();
  private readonly outage: OutageLog;
  private readonly producer: Writer;
  private readonly underWay: CommandsUnderWay;
  private readonly pending = new Map<string, Pending>();
  private readonly turns = new ProjectTurns();
  private readonly sends: Batcher<QueuedCommand, void>;
  private replies: Reader | null = null;
  private replyTo: ReplyTo = { replica: this.replica, partition: 0 };

  constructor(private readonly options: KafkaCommandClientOptions) {
    super();
    this.underWay = options.underWay ?? new CommandsUnderWay();
    this.outage = new OutageLog(options.logger, 'Sending commands');
    this.producer = options.kafka.writer({ idempotent: false });
    this.sends = new Batcher((items) => this.sendAll(items), { maxBatch: 500, maxInFlight: 1 });
  }

  /** Resolves when the consumer of replies is ready. */
  async start(): Promise<void> {
    const { kafka, names, logger } = this.options;
    const partitions = await kafka.admin((admin) => admin.partitions([names.replies]));
    const partition = randomInt(Math.max(1, partitions.length));
    this.replyTo = { replica: this.replica, partition };
    this.replies = kafka.reader({
      group: names.group('replies'),
      topics: [names.replies],
      from: 'end',
      alone: true,
      logger,
      take: (batch) => this.takeReplies(batch),
      partition,
    });
    await this.replies.start();
  }

  async close(): Promise<void> {
    await this.replies?.stop();
    await this.producer.disconnect();
  }

  async send<Type extends CommandType>(
    command: CommandEnvelope<Type>,
    pace?: Pace,
  ): Promise<CommandReply<Type>> {
    const { type } = command;
    // Kafka may deliver a command twice, and the second delivery must find the first one's result: the id
    // replaces a missing key.
    const keyed = { ...command, idempotency_key: command.idempotency_key ?? command.id };
    const { names, authentication } = this.options;
    const topic = names.commands(domainOf(type));
    const owner = ownerOf(type);
    const unsigned = commandMessage(keyed, this.replyTo);
    if (isTooLarge(unsigned))
      throw new ServiceError('request.too_large', { message: 'A text of the request is too long.' });
    const leave = this.underWay.enter(command.project_id, unsigned.value.length, type);
    let sent: Promise<void> = Promise.resolve();
    const begin = () => {
      const message = authentication.commands(owner).sign(topic, unsigned);
      sent = this.sends.submit({ id: command.id, topic, message });
      return this.answerTo(command, owner, sent);
    };
    const answer = this.turns.run(command, begin, pace);
    // One that nobody waits for any more stays in memory until the client has let go of it.
    void Promise.allSettled([answer])
      .then(() => sent)
      .then(leave, leave);
    return answer;
  }

  private answerTo<Type extends CommandType>(
    command: CommandEnvelope<Type>,
    owner: EventLogName,
    sent: Promise<void>,
  ): Promise<CommandReply<Type>> {
    const { type } = command;
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.pending.delete(command.id);
        settle();
      };
      const unavailable = (why: UnavailableCause) => end(() => reject(new UnavailableError(why)));
      const timer = setTimeout(
        () => unavailable({ cause: 'command_not_answered', command: type }),
        Math.max(0, command.deadline - agreedNow()) + 1,
      );
      this.pending.set(command.id, {
        owner,
        settle: (result) =>
          end(() => {
            if (result.replayed === true) noteReplayed(command);
            try {
              resolve(replyOf(result) as CommandReply<Type>);
            } catch (error) {
              reject(error as Error);
            }
          }),
      });
      sent.catch((error: unknown) => {
        this.outage.seen(error);
        // The command may have arrived nevertheless; a retry under the same idempotency key is safe.
        unavailable({ cause: 'command_not_sent', command: type, error: causeOf(error) });
      });
    });
  }

  /** Nobody waits any more for what was queued until its deadline: it would only delay what comes behind it. */
  private async sendAll(items: QueuedCommand[]): Promise<void[]> {
    const awaited = items.filter(({ id }) => this.pending.has(id));
    if (awaited.length > 0) {
      await this.producer.send(awaited.map(({ topic, message }) => ({ topic, messages: [message] })));
      this.outage.over();
    }
    return items.map(() => undefined);
  }

  private async takeReplies(batch: Batch): Promise<void> {
    for (const message of batch.messages) {
      this.takeReply(batch, message);
      batch.resolveOffset(message.offset);
    }
    const last = batch.messages[batch.messages.length - 1];
    if (last === undefined) return;
    // Committed: a rejoined group must not miss the replies in between.
    const { topic, partition } = batch;
    this.replies?.commit({ topic, partition, offset: `${BigInt(last.offset) + 1n}` });
  }

  /** The headers name the sender of the reply, so authenticate it first. */
  private takeReply(place: TopicPartition, message: ReceivedMessage): void {
    const { commandId, replica } = awaitedBy(message);
    const pending = replica === this.replica ? this.pending.get(commandId) : undefined;
    if (pending === undefined) return;
    if (!this.options.authentication.replies(pending.owner).accepts(place, message)) return;
    const result = readResult(message);
    if (result !== null) pending.settle(result);
  }
}
