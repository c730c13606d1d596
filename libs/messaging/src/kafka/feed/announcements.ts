import type { EventLog } from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { AnnouncedSpan, EventLogName } from '../../events/event-feed.js';
import type { MessageAuthenticator } from '../authentication/message-authenticator.js';
import type { Batch, Kafka, Reader } from '../connection/port.js';
import { identityOf, readAnnouncement, readHeartbeat } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { partitionKey } from '../topic-partitions.js';
import { PartitionHorizons } from './partition-horizons.js';
import { WATCH_EVERY } from './staleness.js';

export interface AnnouncementsOptions {
  kafka: Kafka;
  names: KafkaNames;
  log: EventLogName;
  messages: MessageAuthenticator;
  source: Pick<EventLog, 'nextTransaction'>;
  logger: Logger;
  announced: (streamId: string, version: number, transaction: bigint) => void;
}

const NOTHING: AnnouncedSpan = { from: 0n, below: 0n };

/**
 * Announces every event of a log to this replica, whichever replica applies it. Events that are published while
 * the group is being rejoined are not announced; `span` shows the gap. The span begins again after a message that is not
 * authentic: an older relay may have published an event there.
 */
export class Announcements {
  private readonly reader: Reader;
  private readonly horizons = new PartitionHorizons();
  private readonly watch: PeriodicTask;
  private epoch = 0;
  /** Number of joins of the group. */
  private membership = 0;
  private settled = false;
  /** The first transaction whose events were all announced; null until it is known for this membership. */
  private from: bigint | null = null;

  constructor(private readonly options: AnnouncementsOptions) {
    const { kafka, names, log, logger } = options;
    this.reader = kafka.reader({
      group: names.group(`${log}.announcements`),
      topics: names.eventsOf(log),
      from: 'end',
      alone: true,
      logger,
      take: (batch) => this.takeBatch(batch),
      joining: () => {
        this.membership += 1;
        this.settled = false;
        this.begin();
      },
      reading: () => (this.settled = true),
    });
    const outage = new OutageLog(logger, `The announcements of ${log}`);
    this.watch = new PeriodicTask(() => this.findStart(), WATCH_EVERY, outage);
  }

  async start(): Promise<void> {
    await this.reader.start();
    await this.findStart();
    this.watch.start();
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    await this.reader.stop();
  }

  span(): AnnouncedSpan {
    const common = this.horizons.common(this.reader.assigned);
    return this.from === null || common === null ? NOTHING : { from: this.from, below: common };
  }

  private async takeBatch(batch: Batch): Promise<void> {
    for (const message of batch.messages) {
      batch.resolveOffset(message.offset);
      if (!this.options.messages.accepts(batch, message)) {
        this.begin();
        continue;
      }
      const epoch = identityOf(message)?.epoch ?? 0;
      if (epoch > this.epoch) {
        this.epoch = epoch;
        this.begin();
      }
      const event = readAnnouncement(message);
      if (event !== null) this.options.announced(event.streamId, event.version, event.transaction);
      const heartbeat = epoch === this.epoch ? readHeartbeat(message) : null;
      if (heartbeat !== null) this.horizons.record(partitionKey(batch), heartbeat.horizon);
    }
  }

  private begin(): void {
    this.from = null;
    this.horizons.clear();
  }

  /**
   * Sets `from` once this membership reads its partitions: events published earlier were committed before the next
   * transaction.
   */
  private async findStart(): Promise<void> {
    if (!this.settled || this.from !== null) return;
    const { membership, epoch } = this;
    const next = await this.options.source.nextTransaction();
    if (this.settled && membership === this.membership && epoch === this.epoch) this.from = next;
  }
}
