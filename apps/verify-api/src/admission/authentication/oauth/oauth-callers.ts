import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError, oauthCallerId, type ProjectSnapshot } from '@service/contracts';
import { DIRECTORY_FRESHNESS } from '../../../infrastructure/injection-tokens.js';
import { Directory } from '../../../views/directory.js';
import type { Freshness } from '../../../views/freshness.js';
import type { Caller } from '../caller.js';
import { invalidToken, type TokenSubject } from './access-token.js';

/** Finds the callers of access tokens in the directory in memory. */
@Injectable()
export class OauthCallers {
  constructor(
    @Inject(Directory) private readonly directory: Pick<Directory, 'project' | 'isTampered'>,
    @Inject(DIRECTORY_FRESHNESS) private readonly freshness: Pick<Freshness, 'require'>,
  ) {}

  /**
   * The caller that a proven token stands for: its project's quota, the usual rate, and all of the project's authorities.
   * @throws ServiceError `authentication.invalid` where the environment has no such project; `service.unavailable` while
   *   the directory is stale.
   */
  callerOf({ subject, projectId, capabilities }: TokenSubject): Caller {
    const { quota } = this.projectOf(projectId);
    return {
      credentialId: oauthCallerId(subject),
      actor: { type: 'oauth', id: subject },
      projectId,
      capabilities,
      authorities: null,
      rateLimit: null,
      quota,
    };
  }

  /**
   * Refuses a subject that may not use its project now.
   * @throws ServiceError `authentication.invalid` once the token has expired, `project.suspended`,
   *   `oauth.subject_blocked`; `service.unavailable` where an event of the project is not authentic, or the directory is
   *   stale.
   */
  requireUsable({ subject, projectId, expiresAt }: TokenSubject, now: number): void {
    if (now >= expiresAt) throw invalidToken('it has expired');
    const project = this.projectOf(projectId);
    if (this.directory.isTampered(projectId))
      throw new UnavailableError({ cause: 'events_not_authentic', id: projectId });
    if (project.state !== 'active') throw new ServiceError('project.suspended');
    if (project.blocked_subjects.includes(subject)) throw new ServiceError('oauth.subject_blocked');
  }

  private projectOf(id: string): ProjectSnapshot {
    this.freshness.require();
    const project = this.directory.project(id);
    if (project === undefined) throw invalidToken('it names no project of this environment');
    return project;
  }
}
