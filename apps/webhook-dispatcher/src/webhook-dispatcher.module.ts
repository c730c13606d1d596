import { Module, type DynamicModule } from '@nestjs/common';
import type { EventFeed } from '@service/messaging';
import type { Logger } from '@service/platform';
import type { Pool } from 'pg';
import { PublishEvents } from './publishing/publish-events.js';

/** What the app stands on, in one environment. */
export interface WebhookDispatcherOptions {
  pool: Pool;
  feed: EventFeed;
  logger: Logger;
  /** Days that a day's published events are kept for after it is over. */
  eventRetentionDays: number;
}

/** Publishes the events that subscribers hear of. */
@Module({})
export class WebhookDispatcherModule {
  static register({ pool, feed, logger, eventRetentionDays }: WebhookDispatcherOptions): DynamicModule {
    const publishing = { pool, retentionDays: eventRetentionDays };
    return {
      module: WebhookDispatcherModule,
      providers: [{ provide: PublishEvents, useFactory: () => new PublishEvents(feed, publishing, logger) }],
    };
  }
}
