import { openPublishedLog, type EventLog } from '@service/event-store';
import type { Logger } from '@service/platform/logging';
import { withoutHanging } from '@service/platform/postgres';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import {
  EventFeed,
  type EventLogName,
  type Fold,
  type Following,
  type SharedConsumer,
  type TableFollowing,
} from '../../events/event-feed.js';
import type { EventAuthentications } from '../../events/event-authentications.js';
import { tracedConsumer } from '../../events/traced-consumer.js';
import type { MessageAuthentication } from '../authentication/message-authentication.js';
import type { Kafka } from '../connection/port.js';
import { DeadLetters } from '../dead-letters.js';
import type { KafkaNames } from '../kafka-names.js';
import { Announcements } from './announcements.js';
import { checkedConsumer, checkedFold } from './checked-events.js';
import { DatabaseClock } from './database-clock.js';
import { FoldFollowing } from './fold-following.js';
import { SharedFollowing } from './shared-following.js';

export interface KafkaEventFeedOptions {
  /** The database with the event tables, for events that the topics have not brought. */
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  authentication: MessageAuthentication;
  logger: Logger;
  /** Authenticate the owners' events, from topics and tables. */
  authentications?: EventAuthentications;
  tracer: Tracer | null;
}

/** Follows the topics that the logs' relays fill. */
export class KafkaEventFeed extends EventFeed {
  private readonly deadLetters: DeadLetters;
  private readonly pool: Pool;
  private readonly clock: DatabaseClock;
  constructor(private readonly options: KafkaEventFeedOptions) {
    super();
    this.deadLetters = new DeadLetters(options.kafka, options.names);
    this.pool = withoutHanging(options.pool);
    this.clock = new DatabaseClock(options.pool, options.logger);
  }

  follow(log: EventLogName, consumer: SharedConsumer): TableFollowing {
    const { deadLetters } = this;
    const shared = this.sharedOptions(log);
    const checked = checkedConsumer(consumer, this.authentications[log]);
    const traced = tracedConsumer(checked, this.options.tracer);
    const following = new SharedFollowing({ ...shared, consumer: traced, deadLetters });
    this.followings.set(`${consumer.schema}.${consumer.name}`, following);
    if (consumer.announced === undefined) return following;
    const announced: typeof consumer.announced = (...event) => consumer.announced?.(...event);
    const reader = new Announcements({ ...shared, announced });
    return {
      start: async () => {
        await Promise.all([reader.start(), following.start()]);
      },
      stop: async () => {
        await Promise.all([reader.stop(), following.stop()]);
      },
      catchUp: (wait) => following.catchUp(wait),
      age: () => following.age(),
      lag: () => following.lag(),
      horizon: () => following.horizon(),
      progressSql: following.progressSql,
      beginReading: () => following.beginReading(),
      announced: () => reader.span(),
    };
  }

  fold(log: EventLogName, fold: Fold): Following {
    const checked = checkedFold(fold, this.authentications[log]);
    const following = new FoldFollowing({ ...this.sharedOptions(log), fold: checked });
    this.followings.set(`${log}.fold`, following);
    return following;
  }

  /** Closes shared resources; call it after all followings have stopped. */
  async close(): Promise<void> {
    await this.clock.stop();
    await this.deadLetters.disconnect();
  }

  open(log: EventLogName): EventLog {
    return openPublishedLog(this.pool, log, this.authentications[log]);
  }

  private sharedOptions(log: EventLogName) {
    const { authentication } = this.options;
    // Unchecked: events are authenticated when they enter the consumer.
    const source = openPublishedLog(this.pool, log);
    return { ...this.options, log, source, clock: this.clock, messages: authentication.events(log) };
  }

  private get authentications(): EventAuthentications {
    return this.options.authentications ?? {};
  }
}
