import { Inject, Injectable } from '@nestjs/common';
import {
  ServiceError,
  UnavailableError,
  capabilitiesIn,
  type OperatorSnapshot,
  type Quota,
} from '@service/contracts';
import { DIRECTORY_FRESHNESS } from '../../../infrastructure/injection-tokens.js';
import { Directory } from '../../../views/directory.js';
import type { Freshness } from '../../../views/freshness.js';
import type { Caller } from '../caller.js';
import type { Session } from './session.js';

const NO_QUOTA: Quota = {};

/** Finds the callers of sessions among the operators in memory: each request gets their present roles. */
@Injectable()
export class SessionCallers {
  constructor(
    @Inject(Directory) private readonly directory: Pick<Directory, 'operator' | 'project' | 'isTampered'>,
    @Inject(DIRECTORY_FRESHNESS) private readonly freshness: Pick<Freshness, 'require'>,
  ) {}

  /**
   * The operator of a session.
   * @throws ServiceError `session.ended` where it has expired, its operator was removed, or lost the key that it was opened
   *   with; `service.unavailable` while the directory is stale, or has an event of the operator that is not authentic.
   */
  operatorOf({ operatorId, key, expiresAt }: Session, now: number): OperatorSnapshot {
    this.freshness.require();
    const operator = this.directory.operator(operatorId);
    if (expiresAt <= now || operator?.state !== 'active') throw new ServiceError('session.ended');
    if (this.directory.isTampered(operatorId)) {
      throw new UnavailableError({ cause: 'events_not_authentic', id: operatorId });
    }
    if (!operator.keys.some(({ thumbprint }) => thumbprint === key)) throw new ServiceError('session.ended');
    return operator;
  }

  /** The caller before its roles in the project are known; it has no capabilities. */
  strangerOf({ operatorId, id }: Session): Caller {
    return callerOf(operatorId, id, { projectId: null, capabilities: [], quota: NO_QUOTA });
  }

  /**
   * The caller in a project, or for the whole environment.
   * @throws ServiceError `project.not_found` where the operator has no role in the project, or it does not exist.
   */
  callerIn({ id }: Session, operator: OperatorSnapshot, projectId: string | null): Caller {
    const capabilities = capabilitiesIn(operator.grants, projectId);
    if (projectId === null) return callerOf(operator.id, id, { projectId, capabilities, quota: NO_QUOTA });
    const project = this.directory.project(projectId);
    if (project === undefined || capabilities.length === 0) throw new ServiceError('project.not_found');
    return callerOf(operator.id, id, { projectId, capabilities, quota: project.quota });
  }

  /** @throws ServiceError `project.suspended`; `service.unavailable` where an event of the project is not authentic. */
  requireActive(projectId: string | null): void {
    if (projectId === null) return;
    if (this.directory.isTampered(projectId)) {
      throw new UnavailableError({ cause: 'events_not_authentic', id: projectId });
    }
    if (this.directory.project(projectId)?.state !== 'active') throw new ServiceError('project.suspended');
  }
}

function callerOf(
  operatorId: string,
  session: string,
  inProject: Pick<Caller, 'projectId' | 'capabilities' | 'quota'>,
): Caller {
  return {
    credentialId: operatorId,
    actor: { type: 'operator', id: operatorId, session },
    ...inProject,
    authorities: null,
    rateLimit: null,
  };
}
