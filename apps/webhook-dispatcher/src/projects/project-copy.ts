import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '@service/contracts';
import { STALE_AFTER, SuspendedProjects, type EventFeed, type Following } from '@service/messaging';

/** The app's copy of which projects are suspended. */
@Injectable()
export class ProjectCopy implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly projects = new SuspendedProjects();
  private readonly following: Following;

  constructor(feed: EventFeed) {
    this.following = feed.fold('credential_authority', {
      take: (event) => this.projects.take(event),
      reset: () => this.projects.clear(),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.following.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.following.stop();
  }

  /** @throws ServiceError `project.suspended`; `service.unavailable` where the copy is stale or lacks an event. */
  requireActive(projectId: string): void {
    const age = this.following.age();
    if (age > STALE_AFTER) {
      throw new UnavailableError({
        cause: 'copy_behind',
        copy: 'webhook_dispatcher.projects',
        behind_ms: age,
      });
    }
    this.projects.requireActive(projectId);
  }
}
