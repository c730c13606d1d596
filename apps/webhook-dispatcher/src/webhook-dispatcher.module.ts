import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '@service/event-store';
import {
  IdempotencyCleanup,
  madeOf,
  type OwnerParts,
  type PublishedEventAuthentication,
} from '@service/messaging';
import { CommandHandlers } from '@service/messaging/commands';
import type { SealingKeys } from '@service/platform/sealing-keys';
import { MakeDeliveries } from './deliveries/make-deliveries.js';
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
export interface WebhookDispatcherOptions extends OwnerParts {
  /** Makes and checks the codes of published events. */
  publishedEvents: PublishedEventAuthentication;
  /** The keys that the secrets of subscriptions are encrypted under. */
  sealingKeys: SealingKeys;
  /** Days for which a day's published events are retained after its end. */
  eventRetentionDays: number;
  /** Days for which a day's attempts are retained after its end. */
  attemptRetentionDays: number;
  /** Decides where deliveries may go. */
  guard: AddressGuard;
}

/** Subscriptions, published events and deliveries. */
@Module({})
export class WebhookDispatcherModule {
  static register(options: WebhookDispatcherOptions): DynamicModule {
    const { pool, feed, ownLog, sealingKeys, guard } = options;
    const sender = new DeliverySender({ guard });
    const endpointFault = (url: string): string | null => {
      const endpoint = readEndpoint(url, guard);
      return typeof endpoint === 'string' ? endpoint : null;
    };
    const store = new EventStore(pool, LOG, options.authentications[LOG], options.tracer);
    store.onAppended((transaction) => ownLog.appended(LOG, transaction));
    return {
      module: WebhookDispatcherModule,
      providers: [
        madeOf(ProjectCopy, [], () => new ProjectCopy(feed)),
        madeOf(FoldedSubscriptions, [], () => new FoldedSubscriptions(ownLog, sealingKeys)),
        madeOf(CommandHandlers, [ProjectCopy, FoldedSubscriptions], (projects, known) => {
          const subscriptions = new SubscriptionCommands(store, projects, known, endpointFault);
          const requests = new DeliveryRequests(store, projects, pool);
          return new CommandHandlers({ subscription: subscriptionHandler(subscriptions, requests) }, options);
        }),
        madeOf(IdempotencyCleanup, [], () => new IdempotencyCleanup({ ...options, log: LOG })),
        madeOf(MakeDeliveries, [FoldedSubscriptions], (directory) => {
          const upkeep = new SubscriptionUpkeep(store);
          const retentionDays = options.attemptRetentionDays;
          return new MakeDeliveries({ ...options, directory, upkeep, sender, retentionDays });
        }),
        madeOf(PublishEvents, [FoldedSubscriptions, MakeDeliveries], (subscribers, deliveries) => {
          const planner = new DeliveryPlanner(subscribers, deliveries.workers);
          const publishing = { ...options, retentionDays: options.eventRetentionDays, planner, subscribers };
          const events = new PublishEvents(feed, publishing, options.logger);
          deliveries.publishing = (...asked) => events.published(...asked);
          return events;
        }),
      ],
    };
  }
}
