import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventFeed, Following } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import { publishLog, type PublishingOptions } from './publish-log.js';
import { dropPublishedDays, makeRoom } from './storage/published-days.js';

/** The logs whose events are published. */
const PUBLISHED_LOGS = ['record_store', 'credential_authority', 'webhook_dispatcher'] as const;

/** Milliseconds between two runs of the task that makes partitions for events and drops old ones. */
const PAUSE = 600_000;

/** Publishes the events of the logs, and drops them after their retention. */
@Injectable()
export class PublishEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly followings: Following[];
  private readonly retention: PeriodicTask;

  constructor(
    feed: EventFeed,
    private readonly options: PublishingOptions,
    private readonly logger: Logger,
  ) {
    this.followings = PUBLISHED_LOGS.map((log) => feed.follow(log, publishLog(log, options)));
    const outage = new OutageLog(logger, 'Dropping old published events');
    this.retention = new PeriodicTask(() => this.retain(), PAUSE, outage);
  }

  async onApplicationBootstrap(): Promise<void> {
    await makeRoom(this.options.pool, Date.now());
    this.retention.start();
    await Promise.all(this.followings.map((following) => following.start()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.retention.stop();
    await Promise.all(this.followings.map((following) => following.stop()));
  }

  /**
   * Resolves once everything is published that was committed at an earlier moment, or after the wait.
   * @param next id of the next transaction at that moment.
   * @returns whether it is published.
   */
  async published(next: bigint, waitMilliseconds: number): Promise<boolean> {
    const isPublished = async (following: Following) =>
      (await following.catchUp(waitMilliseconds)) || following.horizon() >= next;
    return (await Promise.all(this.followings.map(isPublished))).every(Boolean);
  }

  private async retain(): Promise<void> {
    const { pool, retentionDays } = this.options;
    await makeRoom(pool, Date.now());
    const days = await dropPublishedDays(pool, retentionDays, Date.now());
    if (days.length > 0) this.logger.info({ days }, 'Days of published events were dropped.');
  }
}
