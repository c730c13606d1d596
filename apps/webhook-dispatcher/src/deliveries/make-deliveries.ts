import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { SubscriptionSnapshot } from '@service/contracts';
import { TransactionHistory } from '@service/history';
import type {
  EventFeed,
  Following,
  Leadership,
  Leading,
  PublishedEventAuthentication,
} from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import { type SealingKeys } from '@service/platform/sealing-keys';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import type { PublishEvents } from '../publishing/publish-events.js';
import type { DeliverySender } from '../sending/delivery-sender.js';
import { LOG } from '../subscriptions/own-log.js';
import type { SubscriptionDirectory } from '../subscriptions/subscription-directory.js';
import type { SubscriptionUpkeep } from '../subscriptions/subscription-upkeep.js';
import { DeliveryWorkers } from './delivering/delivery-workers.js';
import { CachedEvents } from './delivering/cached-events.js';
import { SigningSecrets } from './delivering/signing-secrets.js';
import { measureDeliveries } from './measure-deliveries.js';
import { deliveryRequestConsumer } from './requests/delivery-request-consumer.js';
import { endSubscription } from './requests/end-subscription.js';
import { ReplayDuty } from './requests/replay-duty.js';
import { dropAttempts, makeRoomForAttempts } from './storage/attempt-days.js';

/** Milliseconds between two runs of the task that makes partitions for attempts and drops old ones. */
const RETENTION_PAUSE = 600_000;

const REASONS = {
  gone: 'The endpoint answered 410 Gone.',
  failing: 'Nothing could be delivered to the endpoint for five days.',
};

export interface MakeDeliveriesOptions {
  pool: Pool;
  feed: EventFeed;
  leadership: Leadership;
  logger: Logger;
  sealingKeys: SealingKeys;
  publishedEvents: PublishedEventAuthentication;
  directory: SubscriptionDirectory;
  upkeep: Pick<SubscriptionUpkeep, 'disable'>;
  sender: DeliverySender;
  tracer: Tracer | null;
  /** Days for which a day's attempts are retained after its end. */
  retentionDays: number;
  metrics: Metrics;
}

/** Makes the planned deliveries, carries out requests for them, and drops attempts after their retention. */
@Injectable()
export class MakeDeliveries implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly workers: DeliveryWorkers;
  private readonly requests: Following;
  private readonly leading: Leading[];
  /** Until this is set, no replay is processed. */
  publishing: PublishEvents['published'] = () => Promise.resolve(false);

  constructor(private readonly options: MakeDeliveriesOptions) {
    const {
      pool,
      feed,
      leadership,
      logger,
      sealingKeys,
      publishedEvents,
      directory,
      upkeep,
      sender,
      tracer,
    } = options;
    this.workers = new DeliveryWorkers({
      pool,
      sender,
      tracer,
      logger,
      history: new TransactionHistory('webhook_dispatcher', logger),
      events: new CachedEvents(pool, publishedEvents),
      secrets: new SigningSecrets(sealingKeys),
      random: Math.random,
      subscriptionOf: (id) => activeOnly(directory.get(id)),
      isRevoked: (id) => directory.get(id)?.state === 'revoked',
      cancel: (id) => endSubscription(pool, id),
      disable: async (id, cause) => void (await upkeep.disable(id, cause, REASONS[cause])),
    });
    measureDeliveries(options.metrics, pool, this.workers.counts);
    const nudge = (id: string) => this.workers.nudge([id]);
    const publishing: typeof this.publishing = (...asked) => this.publishing(...asked);
    const replays = new ReplayDuty(pool, directory, logger, nudge, publishing, feed.appliesAlone);
    const applied = (ids: string[]) => {
      this.workers.nudge(ids);
      replays.wake();
    };
    this.requests = feed.follow(LOG, deliveryRequestConsumer(applied));
    const retention = new PeriodicTask(
      () => this.retain(),
      RETENTION_PAUSE,
      new OutageLog(logger, 'Dropping old attempts of deliveries'),
    );
    this.leading = [
      leadership.lead('replays', replays),
      leadership.lead('attempts', {
        begin: () => Promise.resolve(retention.start()),
        end: () => retention.stop(),
      }),
    ];
  }

  async onApplicationBootstrap(): Promise<void> {
    await makeRoomForAttempts(this.options.pool, Date.now());
    this.workers.start();
    await this.requests.start();
    for (const each of this.leading) await each.start();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const each of this.leading) await each.stop();
    await this.requests.stop();
    await this.workers.stop();
    await this.options.sender.close();
  }

  private async retain(): Promise<void> {
    const { pool, logger, retentionDays } = this.options;
    await makeRoomForAttempts(pool, Date.now());
    const days = await dropAttempts(pool, retentionDays, Date.now());
    if (days.length > 0) logger.info({ days }, 'Days of attempts were dropped.');
  }
}

function activeOnly(subscription: SubscriptionSnapshot | undefined): SubscriptionSnapshot | null {
  return subscription?.state === 'active' ? subscription : null;
}
