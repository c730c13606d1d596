import { Module, type DynamicModule } from '@nestjs/common';
import type { EventFeed } from '@service/messaging';
import { FollowEvents } from './deliveries/follow-events.js';

/** What the app stands on, in one environment. */
export interface WebhookDispatcherOptions {
  feed: EventFeed;
}

/** Will plan and make deliveries; so far it follows the events that they will be planned from. */
@Module({})
export class WebhookDispatcherModule {
  static register({ feed }: WebhookDispatcherOptions): DynamicModule {
    return {
      module: WebhookDispatcherModule,
      providers: [{ provide: FollowEvents, useFactory: () => new FollowEvents(feed) }],
    };
  }
}
