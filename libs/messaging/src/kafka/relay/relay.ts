import {
  EventLog,
  LogFollower,
  assumeIdentity,
  countBeat,
  inTransaction,
  movePosition,
  readPosition,
  requireLease,
  type Lease,
  type LogIdentity,
  type Position,
  type RecordedEvent,
} from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { Kafka, TopicMessages } from 'kafkajs';
import type { Pool } from 'pg';
import { domainOf } from '../../events/event-domains.js';
import type { EventLogName } from '../../events/event-feed.js';
import type { Duty } from '../../owner/leadership.js';
import { eventMessage, heartbeatMessage } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { SerialProducer } from '../serial-producer.js';
import { topicPartitions, type TopicPartition } from '../topic-partitions.js';
import { rememberedIdentity } from './remembered-identity.js';

/** Milliseconds. */
const HEARTBEAT = 500;
const POLL_MAX = 25;
const CONSUMER = 'relay';

export interface RelayOptions {
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  /** The app's own log, and the schema of its tables. */
  log: EventLogName;
  logger: Logger;
}

/**
 * Publishes a log's events in commit order, at least once; one replica does it at a time. What a relay that
 * has lost its lease still sends is the same events again, which consumers ignore.
 */
export class Relay implements Duty {
  private readonly producer: SerialProducer;
  private readonly outage: OutageLog;
  private follower: LogFollower | null = null;
  private lease: Lease | null = null;
  private identity: LogIdentity = { epoch: 1, beat: '0' };
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private partitions: TopicPartition[] = [];

  constructor(private readonly options: RelayOptions) {
    this.producer = new SerialProducer(options.kafka, true);
    this.outage = new OutageLog(options.logger, `The relay of ${options.log}`);
  }

  async begin(lease: Lease | null): Promise<void> {
    this.lease = lease;
    await this.takeUp();
    this.scheduleHeartbeat();
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    const { follower } = this;
    this.follower = null;
    await follower?.stop();
    await this.beating;
    clearTimeout(this.timer);
    // A heartbeat that was under way may have begun anew.
    await (this.follower as LogFollower | null)?.stop();
    this.follower = null;
    await this.producer.disconnect();
  }

  /** Something was appended here: it need not wait for the next poll. */
  nudge(): void {
    this.follower?.nudge();
  }

  /** Milliseconds since everything in the log was known to be published; null where another replica relays. */
  lag(): number | null {
    return this.follower?.age() ?? null;
  }

  /** Finds out whether the log is the one that was relayed before, and goes on where its position stands. */
  private async takeUp(): Promise<void> {
    const { pool, kafka, names, log, logger } = this.options;
    const topics = names.eventsOf(log);
    this.partitions = await topicPartitions(kafka, topics);
    const remembered = await rememberedIdentity(kafka, topics[0] as string);
    const { raised, ...identity } = await assumeIdentity(pool, log, remembered);
    this.identity = identity;
    if (raised) logger.error({ log, ...identity }, 'The database went back in time: the epoch was raised.');
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
    const byTopic = new Map<string, TopicMessages>();
    for (const event of events) {
      const topic = this.options.names.events(domainOf(event.type));
      const messages = byTopic.get(topic) ?? { topic, messages: [] };
      byTopic.set(topic, messages);
      messages.messages.push(eventMessage(event, this.identity));
    }
    // Before the position moves: a crash between them repeats events; the other order would lose them.
    await this.producer.send([...byTopic.values()]);
    const { pool, log } = this.options;
    await inTransaction(pool, 'BEGIN', async (client) => {
      if (this.lease !== null) await requireLease(client, this.lease);
      await movePosition(client, log, CONSUMER, from, to);
    });
  }

  private scheduleHeartbeat(): void {
    this.timer = setTimeout(() => {
      this.beating = this.beat()
        .catch((error: unknown) => this.outage.seen(error))
        .finally(() => {
          if (this.follower !== null) this.scheduleHeartbeat();
        });
    }, HEARTBEAT);
  }

  private async beat(): Promise<void> {
    const { pool, log, logger } = this.options;
    const identity = await countBeat(pool, log, this.identity);
    if (identity === null) {
      logger.error({ log }, 'The log is not where its relay left it; the relay begins anew.');
      await this.beginAnew();
      return;
    }
    this.identity = identity;
    const { follower } = this;
    if (follower === null) return;
    const horizon = `${follower.horizon}`;
    // As of when that was all: a relay that cannot keep up must not look current.
    const at = Date.now() - follower.age();
    await this.producer.send(
      this.partitions.map(({ topic, partition }) => ({
        topic,
        messages: [heartbeatMessage({ horizon, at, identity }, partition)],
      })),
    );
    this.outage.over();
  }

  private async beginAnew(): Promise<void> {
    await this.follower?.stop();
    if (this.follower !== null) await this.takeUp();
  }
}
