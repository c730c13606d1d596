import {
  EventLog,
  LogFollower,
  assumeIdentity,
  countBeat,
  movePositionAfter,
  readPosition,
  type Lease,
  type LogIdentity,
  type Position,
  type RecordedEvent,
} from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import { domainOf } from '../../events/event-domains.js';
import type { EventLogName } from '../../events/event-feed.js';
import type { Duty } from '../../owner/leadership.js';
import type { MessageAuthenticator } from '../authentication/message-authenticator.js';
import type { Kafka, TopicMessages, Writer } from '../connection/port.js';
import { eventMessage, heartbeatMessage, identityOf } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { lastAuthentic } from '../last-authentic.js';
import type { TopicPartition } from '../topic-partitions.js';
import { traceEvents } from './trace-events.js';

/** Milliseconds between two heartbeats: after events, and of an idle log. */
const [HEARTBEAT, IDLE_HEARTBEAT] = [500, 1_000];
/** Milliseconds between polls. A heartbeat finds what nobody told; polls are for where it cannot. */
const POLL_MAX = 5_000;
/** Milliseconds that a heartbeat waits for transactions under way, to tell of a later moment. */
const SETTLING = 50;
const CONSUMER = 'relay';
/** How many of a topic's last messages are searched for the log's identity, at first and at most. */
const [TAIL, LONGEST_TAIL] = [64, 1_024];

export interface RelayOptions {
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  /** The app's own log, and the schema of its tables. */
  log: EventLogName;
  messages: MessageAuthenticator;
  logger: Logger;
  tracer: Tracer | null;
}

/**
 * Publishes a log's events in commit order, at least once; one replica does it at a time. A relay that has lost
 * its lease may send the same events again, which consumers ignore.
 */
export class Relay implements Duty {
  private readonly producer: Writer;
  private readonly outage: OutageLog;
  private follower: LogFollower | null = null;
  private lease: Lease | null = null;
  private identity: LogIdentity = { epoch: 1, beat: '0' };
  private timer: NodeJS.Timeout | undefined;
  /** Whether events were published since the last heartbeat. */
  private isBusy = false;
  private beating: Promise<void> = Promise.resolve();
  private partitions: TopicPartition[] = [];

  constructor(private readonly options: RelayOptions) {
    this.producer = options.kafka.writer({ idempotent: true });
    this.outage = new OutageLog(options.logger, `The relay of ${options.log}`);
  }

  async begin(lease: Lease | null): Promise<void> {
    this.lease = lease;
    await this.resume();
    // Poll at once: followers need a heartbeat of this relay to know that they are complete.
    this.scheduleHeartbeat(0);
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    const { follower } = this;
    this.follower = null;
    await follower?.stop();
    await this.beating;
    clearTimeout(this.timer);
    // A heartbeat under way may have started another follower.
    await (this.follower as LogFollower | null)?.stop();
    this.follower = null;
    await this.producer.disconnect();
  }

  /** Polls at once, after an append in this process. */
  nudge(transaction: bigint): void {
    this.follower?.nudge(transaction);
  }

  /** Milliseconds since everything in the log was known to be published; null where another replica relays. */
  lag(): number | null {
    return this.follower?.age() ?? null;
  }

  /** Checks whether the database went back in time, and continues at the stored position. */
  private async resume(): Promise<void> {
    const { pool, kafka, names, log, logger, messages } = this.options;
    const topics = names.eventsOf(log);
    this.producer.connectAhead();
    const [partitions, remembered] = await Promise.all([
      kafka.admin((admin) => admin.partitions(topics)),
      lastIdentityIn(kafka, topics[0] as string, messages),
    ]);
    this.partitions = partitions;
    const { raised, ...identity } = await assumeIdentity(pool, log, remembered);
    this.identity = identity;
    if (raised)
      logger.warn(
        { log, ...identity },
        'The database was restored, promoted or moved: the epoch was raised.',
      );
    this.follower = new LogFollower(
      new EventLog(pool, log),
      {
        position: () => readPosition(pool, log, CONSUMER),
        apply: (events, from, to) => this.publish(events, from, to),
      },
      {
        pollMax: POLL_MAX,
        onError: (error) => this.outage.seen(error),
      },
    );
    this.follower.start();
  }

  private async publish(events: RecordedEvent[], from: Position, to: Position): Promise<void> {
    this.isBusy = true;
    const byTopic = new Map<string, TopicMessages>();
    for (const event of events) {
      const topic = this.options.names.events(domainOf(event.type));
      const messages = byTopic.get(topic) ?? { topic, messages: [] };
      byTopic.set(topic, messages);
      messages.messages.push(this.options.messages.sign(topic, eventMessage(event, this.identity)));
    }
    // Before the position moves: a crash between them repeats events; the other order would lose them.
    await traceEvents(this.options.tracer, `publish ${this.options.log}`, events, () =>
      this.producer.send([...byTopic.values()]),
    );
    const { pool, log } = this.options;
    await movePositionAfter(pool, { schema: log, consumer: CONSUMER, from, to }, this.lease);
  }

  private scheduleHeartbeat(after = this.isBusy ? HEARTBEAT : IDLE_HEARTBEAT): void {
    this.timer = setTimeout(() => {
      this.beating = this.beat()
        .catch((error: unknown) => this.outage.seen(error))
        .finally(() => {
          if (this.follower !== null) this.scheduleHeartbeat();
        });
    }, after);
  }

  private async beat(): Promise<void> {
    const { pool, log, logger, messages } = this.options;
    this.isBusy = false;
    await this.follower?.passed(1n, HEARTBEAT);
    const counted = await countBeat(pool, log, this.identity);
    if (counted === null) {
      logger.warn({ log }, 'The identity of the log is not the one that the relay left: it restarts.');
      await this.restart();
      return;
    }
    const { identity, look } = counted;
    this.identity = identity;
    const { follower } = this;
    follower?.looked(look);
    await follower?.passed(look.ahead, SETTLING);
    // Until it has caught up once, a relay cannot tell up to when it has published everything.
    if (follower === null || follower.currentAt === null) return;
    const { currentAt: at } = follower;
    const horizon = `${follower.horizon}`;
    await this.producer.send(
      this.partitions.map(({ topic, partition }) => ({
        topic,
        messages: [messages.sign(topic, heartbeatMessage({ horizon, at, identity }, partition))],
      })),
    );
    this.outage.over();
  }

  private async restart(): Promise<void> {
    await this.follower?.stop();
    if (this.follower !== null) await this.resume();
  }
}

/**
 * The last identity of the log in a topic; null if no message is authentic under the present keys. It shows whether a
 * restore has set the database back.
 * @throws where the broker does not answer in time.
 */
async function lastIdentityIn(
  kafka: Kafka,
  topic: string,
  messages: MessageAuthenticator,
): Promise<LogIdentity | null> {
  const { authentic } = await lastAuthentic({ kafka, topic, messages, first: TAIL, most: LONGEST_TAIL });
  return authentic.reduce<LogIdentity | null>(
    (newest, message) => laterOf(newest, identityOf(message)),
    null,
  );
}

/** The later of two identities: old messages of the log, published again, are authentic too. */
function laterOf(one: LogIdentity | null, other: LogIdentity | null): LogIdentity | null {
  if (one === null || other === null) return one ?? other;
  if (one.epoch !== other.epoch) return one.epoch > other.epoch ? one : other;
  return BigInt(one.beat) >= BigInt(other.beat) ? one : other;
}
