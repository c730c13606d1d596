import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventFeed, Following } from '@service/messaging';

/** Follows the events that deliveries are planned from; its positions move, so that none is ever behind. */
@Injectable()
export class FollowEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly followings: Following[];

  constructor(feed: EventFeed) {
    this.followings = (['record_store', 'credential_authority'] as const).map((log) =>
      feed.follow(log, {
        name: log,
        schema: 'webhook_dispatcher',
        repeatable: false,
        apply: () => Promise.resolve(),
      }),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.start()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.followings.map((following) => following.stop()));
  }
}
