import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventFeed, Following } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import { publishLog, type PublishingOptions } from './publish-log.js';
import { dropPublishedDays, makeRoom } from './storage/published-days.js';

/** The logs whose events are published. */
const PUBLISHED_LOGS = ['record_store', 'credential_authority', 'webhook_dispatcher'] as const;

/** Milliseconds between two looks for days to make room for, and for days to drop. */
const PAUSE = 600_000;

/** Publishes what the logs say, and keeps it for as long as it is to be kept. */
@Injectable()
export class PublishEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly followings: Following[];
  private readonly keeping: PeriodicTask;

  constructor(
    feed: EventFeed,
    private readonly options: PublishingOptions,
    private readonly logger: Logger,
  ) {
    this.followings = PUBLISHED_LOGS.map((log) => feed.follow(log, publishLog(log, options)));
    const outage = new OutageLog(logger, 'Keeping what is published');
    this.keeping = new PeriodicTask(() => this.keep(), PAUSE, outage);
  }

  async onApplicationBootstrap(): Promise<void> {
    await makeRoom(this.options.pool, Date.now());
    this.keeping.start();
    await Promise.all(this.followings.map((following) => following.start()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.keeping.stop();
    await Promise.all(this.followings.map((following) => following.stop()));
  }

  private async keep(): Promise<void> {
    const { pool, retentionDays } = this.options;
    await makeRoom(pool, Date.now());
    const days = await dropPublishedDays(pool, retentionDays, Date.now());
    if (days.length > 0) this.logger.info({ days }, 'Days of published events were dropped.');
  }
}
