import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { SubscriptionSnapshot } from '@service/contracts';
import type { EventFeed, Following, Leadership, Leading } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import { type SealingKeys } from '@service/platform/sealing-keys';
import type { Pool } from 'pg';
import type { DeliverySender } from '../sending/delivery-sender.js';
import { LOG } from '../subscriptions/own-log.js';
import type { SubscriptionDirectory } from '../subscriptions/subscription-directory.js';
import type { SubscriptionUpkeep } from '../subscriptions/subscription-upkeep.js';
import { DeliveryWorkers } from './delivering/delivery-workers.js';
import { KeptBodies } from './delivering/kept-bodies.js';
import { SigningSecrets } from './delivering/signing-secrets.js';
import { measureDeliveries, type DeliveryMeasures } from './measure-deliveries.js';
import type { DeliveryPlanner } from './planning/delivery-planner.js';
import { askedOfDeliveries } from './requests/asked-of-deliveries.js';
import { cancelDeliveries } from './requests/end-subscription.js';
import { ReplayDuty } from './requests/replay-duty.js';
import { dropAttempts, makeRoomForAttempts } from './storage/attempt-days.js';

/** Milliseconds between two looks for days to make room for, and for days to drop. */
const KEEPING_PAUSE = 600_000;

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
  directory: SubscriptionDirectory;
  upkeep: Pick<SubscriptionUpkeep, 'disable'>;
  sender: DeliverySender;
  planner: DeliveryPlanner;
  /** Days that a day's attempts are kept for after it is over. */
  retentionDays: number;
  measures: DeliveryMeasures;
}

/** Makes the deliveries that were planned, does what is asked of them, and keeps their attempts for their time. */
@Injectable()
export class MakeDeliveries implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly workers: DeliveryWorkers;
  private readonly asked: Following;
  private readonly leading: Leading[];

  constructor(private readonly options: MakeDeliveriesOptions) {
    const { pool, feed, leadership, logger, sealingKeys, directory, upkeep, sender } = options;
    this.workers = new DeliveryWorkers({
      pool,
      sender,
      logger,
      bodies: new KeptBodies(pool),
      secrets: new SigningSecrets(sealingKeys),
      random: Math.random,
      subscriptionOf: (id) => activeOnly(directory.get(id)),
      isRevoked: (id) => directory.get(id)?.state === 'revoked',
      cancel: (id) => cancelDeliveries(pool, id),
      disable: async (id, cause) => void (await upkeep.disable(id, cause, REASONS[cause])),
    });
    measureDeliveries(options.measures, pool, this.workers.counts);
    this.asked = feed.follow(
      LOG,
      askedOfDeliveries((ids) => this.workers.nudge(ids)),
    );
    const replays = new ReplayDuty(pool, directory, logger, (id) => this.workers.nudge([id]));
    const keeping = new PeriodicTask(
      () => this.keep(),
      KEEPING_PAUSE,
      new OutageLog(logger, 'Keeping the attempts of deliveries'),
    );
    this.leading = [
      leadership.lead('replays', replays),
      leadership.lead('attempts', {
        begin: () => Promise.resolve(keeping.start()),
        end: () => keeping.stop(),
      }),
    ];
  }

  /** Told after events were published: what was planned for them is due. */
  published(): void {
    this.workers.nudge(this.options.planner.takePlanned());
  }

  async onApplicationBootstrap(): Promise<void> {
    await makeRoomForAttempts(this.options.pool, Date.now());
    this.workers.start();
    await this.asked.start();
    for (const each of this.leading) await each.start();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const each of this.leading) await each.stop();
    await this.asked.stop();
    await this.workers.stop();
    await this.options.sender.close();
  }

  private async keep(): Promise<void> {
    const { pool, logger, retentionDays } = this.options;
    await makeRoomForAttempts(pool, Date.now());
    const days = await dropAttempts(pool, retentionDays, Date.now());
    if (days.length > 0) logger.info({ days }, 'Days of attempts were dropped.');
  }
}

function activeOnly(subscription: SubscriptionSnapshot | undefined): SubscriptionSnapshot | null {
  return subscription?.state === 'active' ? subscription : null;
}
