import { Injectable } from '@nestjs/common';
import { UnavailableError } from '@service/contracts';
import {
  RunsWithApp,
  STALE_AFTER,
  SuspendedProjects,
  type EventFeed,
  type Following,
} from '@service/messaging';

/** The app's copy of which projects are suspended. */
@Injectable()
export class ProjectCopy extends RunsWithApp {
  private readonly projects = new SuspendedProjects();
  protected readonly running: Following;

  constructor(feed: EventFeed) {
    super();
    this.running = feed.fold('credential_authority', {
      take: (event) => this.projects.take(event),
      reset: () => this.projects.clear(),
    });
  }

  /** @throws ServiceError `project.suspended`; `service.unavailable` where the copy is stale or lacks an event. */
  requireActive(projectId: string): void {
    const age = this.running.age();
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
