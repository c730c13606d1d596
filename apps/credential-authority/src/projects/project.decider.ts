import {
  OPERATION_KINDS,
  ServiceError,
  TERMS_BOUNDS,
  conflictWith,
  countCharacters,
  foldProject,
  invalidRequest,
  momentAfter,
  type Command,
  type CommandTypeOf,
  type ProjectEvent,
  type ProjectSnapshot,
  type ProjectTerms,
  type Quota,
  type QuotaChange,
} from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { decideSubject } from './blocked-subjects.decider.js';

export type ProjectCommand = Command<CommandTypeOf<'project'>>;

/** The facts that a decision depends on, besides the project and the command. */
export interface ProjectFacts {
  /** Time of the owner's database. */
  now: Date;
  project_id: string;
}

/** The project after one more event. */
export function evolve(project: ProjectSnapshot | null, event: ProjectEvent): ProjectSnapshot {
  return foldProject(project ?? undefined, event, (project?.version ?? 0) + 1);
}

/**
 * Decides a command on a project; null for a new project.
 * @throws ServiceError `project.not_found`, `project.transition_not_allowed`, `project.limit_reached`, `request.invalid`.
 */
export function decide(
  project: ProjectSnapshot | null,
  command: ProjectCommand,
  { now, project_id }: ProjectFacts,
): ProjectEvent[] {
  const occurred_at = momentAfter(project?.updated_at ?? null, now).toISOString();
  if (command.type === 'project.create') {
    if (project !== null) throw refusal(project, 'The project exists already.');
    const terms: ProjectTerms = { name: command.payload.name, quota: {}, max_credential_days: null };
    requireProjectTerms(terms);
    return [{ type: 'service.project.created', project_id, ...terms, occurred_at }];
  }
  if (project === null) throw new ServiceError('project.not_found');
  switch (command.type) {
    case 'project.update': {
      const { name = project.name, max_credential_days = project.max_credential_days } = command.payload;
      const terms = { name, quota: changedQuota(project.quota, command.payload.quota), max_credential_days };
      requireProjectTerms(terms);
      const { name: was, quota, max_credential_days: days } = project;
      const before = { name: was, quota, max_credential_days: days };
      // A command that changes nothing makes no new version.
      if (canonicalJson(terms) === canonicalJson(before)) return [];
      return [{ type: 'service.project.updated', ...terms, occurred_at }];
    }
    case 'project.suspend':
      if (project.state !== 'active') throw refusal(project, 'The project is suspended already.');
      return [{ type: 'service.project.suspended', reason: command.payload.reason, occurred_at }];
    case 'project.resume':
      if (project.state !== 'suspended') throw refusal(project, 'The project is not suspended.');
      return [{ type: 'service.project.resumed', reason: command.payload.reason, occurred_at }];
    case 'project.block_subject':
    case 'project.unblock_subject':
      return decideSubject(project, command, occurred_at);
  }
}

function refusal(project: ProjectSnapshot, message: string): ServiceError {
  return conflictWith('project.transition_not_allowed', project, message);
}

/** @throws ServiceError `request.invalid`, naming the member. */
function requireProjectTerms({ name, quota, max_credential_days: days }: ProjectTerms): void {
  const { name: longest, credentialDays, quota: most } = TERMS_BOUNDS;
  const length = countCharacters(name);
  if (length < 1 || length > longest)
    throw invalidRequest('name', `must be a text of 1 to ${longest} characters`);
  if (days !== null && !isWhole(days, 1, credentialDays)) {
    throw invalidRequest(
      'max_credential_days',
      `must be a whole number from 1 to ${credentialDays}, or null`,
    );
  }
  const known = Object.entries(quota).every(
    ([kind, count]) => OPERATION_KINDS.some((each) => each === kind) && isWhole(count, 0, most),
  );
  if (known) return;
  const kinds = OPERATION_KINDS.join(', ');
  throw invalidRequest('quota', `must hold whole numbers from 0 to ${most}, or null, for some of ${kinds}`);
}

/** A quota after a change of some of its kinds. */
function changedQuota(quota: Quota, change: QuotaChange | undefined): Quota {
  if (change === null) return {};
  const kept = Object.entries({ ...quota, ...change }).filter(([, count]) => count !== null);
  return Object.fromEntries(kept) as Quota;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
