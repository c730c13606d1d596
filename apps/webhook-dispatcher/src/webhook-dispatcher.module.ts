import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '@service/event-store';
import { OutcomesByClock, type EventFeed, type Leadership, type TailingEventFeed } from '@service/messaging';
import type { Logger, SealingKeys } from '@service/platform';
import type { Pool } from 'pg';
import { FollowEvents } from './deliveries/follow-events.js';
import { ProjectCopy } from './projects/project-copy.js';
import { checkEndpoint } from './sending/check-endpoint.js';
import { DeliveryRequests } from './subscriptions/delivery-requests.js';
import { FoldedSubscriptions } from './subscriptions/folded-subscriptions.js';
import { LOG } from './subscriptions/own-log.js';
import { SubscriptionCommands } from './subscriptions/subscription-commands.js';
import { SubscriptionCommandsController } from './subscriptions/subscription.commands.controller.js';

/** What the app stands on: one environment's database and event feed. */
export interface WebhookDispatcherOptions {
  pool: Pool;
  feed: EventFeed;
  /** Tails the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  /** The keys that the secrets of subscriptions are encrypted under. */
  sealingKeys: SealingKeys;
}

/** Subscriptions; will plan and make their deliveries, and so far follows the events that they will be planned from. */
@Module({})
export class WebhookDispatcherModule {
  static register(options: WebhookDispatcherOptions): DynamicModule {
    const { pool, feed, ownLog, leadership, logger, sealingKeys } = options;
    return {
      module: WebhookDispatcherModule,
      controllers: [SubscriptionCommandsController],
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            const store = new EventStore(pool, LOG);
            store.onAppended(() => ownLog.appended(LOG));
            return store;
          },
        },
        { provide: ProjectCopy, useFactory: () => new ProjectCopy(feed) },
        { provide: FoldedSubscriptions, useFactory: () => new FoldedSubscriptions(ownLog, sealingKeys) },
        {
          provide: SubscriptionCommands,
          inject: [EventStore, ProjectCopy, FoldedSubscriptions],
          useFactory: (store: EventStore, projects: ProjectCopy, known: FoldedSubscriptions) =>
            new SubscriptionCommands(store, projects, known, checkEndpoint),
        },
        {
          provide: DeliveryRequests,
          inject: [EventStore, ProjectCopy],
          useFactory: (store: EventStore, projects: ProjectCopy) => new DeliveryRequests(store, projects),
        },
        {
          provide: OutcomesByClock,
          useFactory: () => new OutcomesByClock({ pool, leadership, logger, log: LOG }),
        },
        { provide: FollowEvents, useFactory: () => new FollowEvents(feed) },
      ],
    };
  }
}
