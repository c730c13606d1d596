import { EventLog, openPublishedLog } from '@service/event-store';
import type { Logger } from '@service/platform/logging';
import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import {
  EventFeed,
  type EventLogName,
  type Fold,
  type Following,
  type SharedConsumer,
  type TableFollowing,
} from '../../events/event-feed.js';
import { DeadLetters } from '../dead-letters.js';
import type { KafkaNames } from '../kafka-names.js';
import { Announcements } from './announcements.js';
import { FoldFollowing } from './fold-following.js';
import { SharedFollowing } from './shared-following.js';

export interface KafkaEventFeedOptions {
  /** The database with the event tables, for events that the topics have not brought. */
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  logger: Logger;
}

/** Follows the topics that the logs' relays fill. */
export class KafkaEventFeed extends EventFeed {
  private readonly deadLetters: DeadLetters;
  /** All followings by name, for the metrics. */
  readonly followings = new Map<string, Following>();

  constructor(private readonly options: KafkaEventFeedOptions) {
    super();
    this.deadLetters = new DeadLetters(options.kafka, options.names);
  }

  follow(log: EventLogName, consumer: SharedConsumer): TableFollowing {
    const { deadLetters } = this;
    const source = this.source(log);
    const following = new SharedFollowing({ ...this.options, log, source, consumer, deadLetters });
    this.followings.set(`${consumer.schema}.${consumer.name}`, following);
    if (consumer.announced === undefined) return following;
    const announced: typeof consumer.announced = (...event) => consumer.announced?.(...event);
    const reader = new Announcements({ ...this.options, log, source, announced });
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
    const following = new FoldFollowing({ ...this.options, log, source: this.source(log), fold });
    this.followings.set(`${log}.fold`, following);
    return following;
  }

  /** Closes what the followings share; call it after they have stopped. */
  close(): Promise<void> {
    return this.deadLetters.disconnect();
  }

  private source(log: EventLogName): EventLog {
    return openPublishedLog(this.options.pool, log);
  }
}
