import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '@service/event-store';
import {
  IdempotencyCleanup,
  type EventAuthentications,
  type EventFeed,
  type Leadership,
  type PublishedEventAuthentication,
  type TailingEventFeed,
} from '@service/messaging';
import { CommandHandlers } from '@service/messaging/commands';
import type { Logger } from '@service/platform/logging';
import type { SealingKeys } from '@service/platform/sealing-keys';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import { MakeDeliveries } from './deliveries/make-deliveries.js';
import type { DeliveryMeasures } from './deliveries/measure-deliveries.js';
import { DeliveryPlanner } from './deliveries/planning/delivery-planner.js';
import { ProjectCopy } from './projects/project-copy.js';
import { PublishEvents } from './publishing/publish-events.js';
import type { AddressGuard } from './sending/address-guard.js';
import { DeliverySender } from './sending/delivery-sender.js';
import { readEndpoint } from './sending/endpoint-rules.js';
import { DeliveryRequests } from './subscriptions/delivery-requests.js';
import { FoldedSubscriptions } from './subscriptions/folded-subscriptions.js';
import { LOG } from './subscriptions/own-log.js';
import { SubscriptionCommands } from './subscriptions/subscription-commands.js';
import { subscriptionHandler } from './subscriptions/subscription-handler.js';
import { SubscriptionUpkeep } from './subscriptions/subscription-upkeep.js';

/** The services and settings of the app for one environment. */
export interface WebhookDispatcherOptions {
  pool: Pool;
  feed: EventFeed;
  /** Follows the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  tracer: Tracer | null;
  authentications: EventAuthentications;
  /** Makes and checks the codes of published events. */
  publishedEvents: PublishedEventAuthentication;
  /** The keys that the secrets of subscriptions are encrypted under. */
  sealingKeys: SealingKeys;
  /** Days for which a day's published events are retained after its end. */
  eventRetentionDays: number;
  /** Days for which a day's attempts are retained after its end. */
  attemptRetentionDays: number;
  measures: DeliveryMeasures;
  /** Decides where deliveries may go. */
  guard: AddressGuard;
}

/** Subscriptions, published events and deliveries. */
@Module({})
export class WebhookDispatcherModule {
  static register(options: WebhookDispatcherOptions): DynamicModule {
    const { pool, feed, ownLog, leadership, logger, tracer, sealingKeys, publishedEvents, guard } = options;
    const sender = new DeliverySender({ guard });
    const endpointFault = (url: string): string | null => {
      const endpoint = readEndpoint(url, guard);
      return typeof endpoint === 'string' ? endpoint : null;
    };
    return {
      module: WebhookDispatcherModule,
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            const store = new EventStore(pool, LOG, options.authentications[LOG], tracer);
            store.onAppended((transaction) => ownLog.appended(LOG, transaction));
            return store;
          },
        },
        { provide: ProjectCopy, useFactory: () => new ProjectCopy(feed) },
        { provide: FoldedSubscriptions, useFactory: () => new FoldedSubscriptions(ownLog, sealingKeys) },
        {
          provide: SubscriptionCommands,
          inject: [EventStore, ProjectCopy, FoldedSubscriptions],
          useFactory: (store: EventStore, projects: ProjectCopy, known: FoldedSubscriptions) =>
            new SubscriptionCommands(store, projects, known, endpointFault),
        },
        {
          provide: DeliveryRequests,
          inject: [EventStore, ProjectCopy],
          useFactory: (store: EventStore, projects: ProjectCopy) =>
            new DeliveryRequests(store, projects, pool),
        },
        {
          provide: CommandHandlers,
          inject: [SubscriptionCommands, DeliveryRequests],
          useFactory: (subscriptions: SubscriptionCommands, requests: DeliveryRequests) =>
            new CommandHandlers({ subscription: subscriptionHandler(subscriptions, requests) }, options),
        },
        {
          provide: IdempotencyCleanup,
          useFactory: () => new IdempotencyCleanup({ pool, leadership, logger, log: LOG }),
        },
        {
          provide: MakeDeliveries,
          inject: [EventStore, FoldedSubscriptions],
          useFactory: (store: EventStore, directory: FoldedSubscriptions) =>
            new MakeDeliveries({
              pool,
              feed,
              leadership,
              logger,
              sealingKeys,
              publishedEvents,
              directory,
              upkeep: new SubscriptionUpkeep(store),
              sender,
              tracer,
              retentionDays: options.attemptRetentionDays,
              measures: options.measures,
            }),
        },
        {
          provide: PublishEvents,
          inject: [FoldedSubscriptions, MakeDeliveries],
          useFactory: (subscribers: FoldedSubscriptions, { workers }: MakeDeliveries) =>
            new PublishEvents(
              feed,
              {
                pool,
                authentications: options.authentications,
                publishedEvents,
                retentionDays: options.eventRetentionDays,
                planner: new DeliveryPlanner(subscribers, workers),
                subscribers,
              },
              logger,
            ),
        },
      ],
    };
  }
}
