import {
  ServiceError,
  foldProject,
  type ProjectEvent,
  type ProjectSnapshot,
  type ProjectTerms,
  type UpdateProject,
} from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { changedQuota, requireProjectTerms } from './project-terms.decider.js';

export type ProjectCommand = {
  /** The owner's database clock. */
  now: Date;
} & (
  | { type: 'project.create'; project_id: string; name: string }
  | ({ type: 'project.update' } & Omit<UpdateProject, 'expected_version'>)
  | { type: 'project.suspend'; reason: string }
  | { type: 'project.resume'; reason: string }
);

/** The project after one more event. */
export function evolve(project: ProjectSnapshot | null, event: ProjectEvent): ProjectSnapshot {
  return foldProject(project ?? undefined, event, (project?.version ?? 0) + 1);
}

/**
 * Decides what a command does to a project; null stands for none yet.
 * @throws ServiceError `project.not_found`, `project.transition_not_allowed`, `request.invalid`.
 */
export function decide(project: ProjectSnapshot | null, command: ProjectCommand): ProjectEvent[] {
  const occurred_at = notBefore(command.now, project).toISOString();
  if (command.type === 'project.create') {
    if (project !== null) throw refusal('There is such a project already.');
    const { project_id, name } = command;
    const terms: ProjectTerms = { name, quota: {}, max_credential_days: null };
    requireProjectTerms(terms);
    return [{ type: 'service.project.created', project_id, ...terms, occurred_at }];
  }
  if (project === null) throw new ServiceError('project.not_found');
  switch (command.type) {
    case 'project.update': {
      const { name = project.name, max_credential_days = project.max_credential_days } = command;
      const terms = { name, quota: changedQuota(project.quota, command.quota), max_credential_days };
      requireProjectTerms(terms);
      const { name: was, quota, max_credential_days: days } = project;
      const before = { name: was, quota, max_credential_days: days };
      // What leaves everything as it is is no version of its own.
      if (canonicalJson(terms) === canonicalJson(before)) return [];
      return [{ type: 'service.project.updated', ...terms, occurred_at }];
    }
    case 'project.suspend':
      if (project.state !== 'active') throw refusal('The project is suspended already.');
      return [{ type: 'service.project.suspended', reason: command.reason, occurred_at }];
    case 'project.resume':
      if (project.state !== 'suspended') throw refusal('The project is not suspended.');
      return [{ type: 'service.project.resumed', reason: command.reason, occurred_at }];
  }
}

/** A clock that was set back must not order a history backwards. */
function notBefore(now: Date, project: ProjectSnapshot | null): Date {
  const last = project === null ? 0 : Date.parse(project.updated_at);
  return new Date(Math.max(now.getTime(), last));
}

function refusal(message: string): ServiceError {
  return new ServiceError('project.transition_not_allowed', { message });
}
