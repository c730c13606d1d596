import { Injectable } from '@nestjs/common';
import type { CredentialEvent } from '@service/contracts';
import { soundContentOf, type RecordedEvent } from '@service/event-store';
import type { AuthorityElementContent } from '@service/evidence';
import { RunsWithApp, type EventFeed, type Following } from '@service/messaging';
import { LOG } from '../streams/own-log.js';

/** What every gateway keeps of a project in memory, as numbers. */
export interface CountsOfProjects {
  /** Credentials that are neither revoked nor expired. */
  liveCredentials(projectId: string): number;
  /** Elements of the project's authorities: their grants and changes. */
  authorityElements(projectId: string): number;
}

/** Counts by project, folded from the app's own log, in the memory of every replica. */
@Injectable()
export class ProjectCounts extends RunsWithApp implements CountsOfProjects {
  private readonly live = new Map<string, Set<string>>();
  private readonly projectOf = new Map<string, string>();
  private readonly elements = new Map<string, number>();
  protected readonly running: Following;

  /** @param ownLog tails the app's own log. */
  constructor(ownLog: EventFeed) {
    super();
    this.running = ownLog.fold(LOG, {
      take: (event) => this.take(event),
      reset: () => {
        for (const map of [this.live, this.projectOf, this.elements]) map.clear();
      },
    });
  }

  liveCredentials(projectId: string): number {
    return this.live.get(projectId)?.size ?? 0;
  }

  authorityElements(projectId: string): number {
    return this.elements.get(projectId) ?? 0;
  }

  private take(event: RecordedEvent): void {
    if (event.type.startsWith('service.authority.')) this.takeAuthority(event);
    else this.takeCredential(event);
  }

  private takeAuthority(event: RecordedEvent): void {
    const projectId = soundContentOf<AuthorityElementContent>(event, 'authority_id')?.project_id;
    if (projectId !== undefined) this.elements.set(projectId, this.authorityElements(projectId) + 1);
  }

  private takeCredential({ type, stream_id: id, data }: RecordedEvent): void {
    if (type === 'service.credential.issued') {
      const { project_id } = data as Extract<CredentialEvent, { type: 'service.credential.issued' }>;
      if (project_id === null) return;
      this.projectOf.set(id, project_id);
      const live = this.live.get(project_id) ?? new Set();
      this.live.set(project_id, live.add(id));
    } else if (type === 'service.credential.revoked' || type === 'service.credential.expired') {
      this.live.get(this.projectOf.get(id) ?? '')?.delete(id);
      this.projectOf.delete(id);
    }
  }
}
