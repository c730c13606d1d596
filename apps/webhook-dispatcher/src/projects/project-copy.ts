import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ServiceError, UnavailableError } from '@service/contracts';
import type { EventFeed, Following } from '@service/messaging';

/** Milliseconds after which the copy is too stale for decisions. */
const STALE_AFTER = 5_000;

/** The app's copy of which projects are suspended. */
@Injectable()
export class ProjectCopy implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly suspended = new Set<string>();
  private readonly following: Following;

  constructor(feed: EventFeed) {
    this.following = feed.fold('credential_authority', {
      take: ({ type, stream_id }) => {
        if (type === 'service.project.suspended') this.suspended.add(stream_id);
        if (type === 'service.project.resumed') this.suspended.delete(stream_id);
      },
      reset: () => this.suspended.clear(),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.following.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.following.stop();
  }

  /** @throws ServiceError `project.suspended`, or `service.unavailable` where the copy is stale. */
  requireActive(projectId: string): void {
    const age = this.following.age();
    if (age > STALE_AFTER) {
      throw new UnavailableError({
        cause: 'copy_behind',
        copy: 'webhook_dispatcher.projects',
        behind_ms: age,
      });
    }
    if (this.suspended.has(projectId)) throw new ServiceError('project.suspended');
  }
}
