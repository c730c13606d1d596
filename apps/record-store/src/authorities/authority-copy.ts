import { Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError } from '@service/contracts';
import { soundContentOf, type RecordedEvent } from '@service/event-store';
import { authorityStateAt, digestText, type AuthorityElementContent } from '@service/evidence';
import {
  RunsWithApp,
  STALE_AFTER,
  SuspendedProjects,
  type EventFeed,
  type Following,
} from '@service/messaging';
import type { AuthorityFacts } from '../records/record.decider.js';

/** An authority after the newest element that has arrived. */
interface CachedAuthority {
  project_id: string;
  reference: AuthorityFacts['reference'];
  head: AuthorityElementContent;
}

/** Name of the copy in logs. */
const COPY = 'record_store.authorities';
const WAIT = 1_000;

/** This app's copy of authorities and projects, which record commands are decided on. */
@Injectable()
export class AuthorityCopy extends RunsWithApp {
  private readonly authorities = new Map<string, CachedAuthority>();
  private readonly projects = new SuspendedProjects();
  protected readonly running: Following;

  constructor(feed: EventFeed) {
    super();
    this.running = feed.fold('credential_authority', {
      take: (event) => this.take(event),
      reset: () => {
        this.authorities.clear();
        this.projects.clear();
      },
    });
  }

  /**
   * The authority at a time. If the copy lacks it in the project, or lacks the version that the sender knows,
   * this waits for at most 1 s.
   * @throws ServiceError `authority.not_found`, or `service.unavailable` where the copy is stale.
   */
  async find(projectId: string, id: string, knownVersion: number, at: Date): Promise<AuthorityFacts> {
    let known = this.lookUp(projectId, id, knownVersion);
    if (known === undefined) {
      const caughtUp = await this.running.catchUp(WAIT);
      known = this.lookUp(projectId, id, knownVersion);
      if (known === undefined && !caughtUp)
        throw new UnavailableError({ cause: 'copy_not_caught_up', copy: COPY });
      if (known === undefined && knownVersion > 0)
        throw new UnavailableError({ cause: 'copy_lacks_version', copy: COPY, id, version: knownVersion });
    }
    const age = this.running.age();
    if (age > STALE_AFTER) throw new UnavailableError({ cause: 'copy_behind', copy: COPY, behind_ms: age });
    if (known === undefined) throw new ServiceError('authority.not_found');
    const { reference, head } = known;
    return {
      reference,
      issuer: head.issuer,
      public_key: head.public_key,
      state: authorityStateAt(head, at),
    };
  }

  /** @throws ServiceError `project.suspended`; `service.unavailable` where an event of the project is forged or missing. */
  requireActiveProject(projectId: string): void {
    this.projects.requireActive(projectId);
  }

  private lookUp(projectId: string, id: string, knownVersion: number): CachedAuthority | undefined {
    const known = this.authorities.get(id);
    return known?.project_id === projectId && known.reference.version >= knownVersion ? known : undefined;
  }

  private take(event: RecordedEvent): void {
    if (event.element === null) {
      this.projects.take(event);
      return;
    }
    const head = soundContentOf<AuthorityElementContent>(event, 'authority_id');
    if (head === null) return;
    const reference = { id: event.stream_id, version: event.version, digest: digestText(event.element) };
    this.authorities.set(event.stream_id, { project_id: head.project_id, reference, head });
  }
}
