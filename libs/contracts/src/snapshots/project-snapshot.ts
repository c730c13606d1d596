import { inOrder } from '../metadata.js';
import type { ProjectEvent, ProjectState, ProjectTerms } from '../events/project-events.js';

/** A project after its events so far. */
export interface ProjectSnapshot extends ProjectTerms {
  id: string;
  state: ProjectState;
  version: number;
  /** Reason of its newest suspension or resumption; null before the first. */
  reason: string | null;
  /** Subjects of the OAuth issuer that have no access to the project, exactly; oldest first. */
  blocked_subjects: readonly string[];
  created_at: string;
  updated_at: string;
}

/**
 * The project after one more event.
 * @throws TypeError where the stream does not begin with the creation.
 */
export function foldProject(
  before: ProjectSnapshot | undefined,
  event: ProjectEvent,
  version: number,
): ProjectSnapshot {
  const updated_at = event.occurred_at;
  if (event.type === 'service.project.created') {
    const { project_id: id, name, quota, max_credential_days } = event;
    return {
      id,
      name,
      quota: inOrder(quota),
      max_credential_days,
      state: 'active',
      version,
      reason: null,
      blocked_subjects: [],
      created_at: updated_at,
      updated_at,
    };
  }
  if (before === undefined) throw new TypeError('A project begins with its creation.');
  switch (event.type) {
    case 'service.project.updated': {
      const { name, quota, max_credential_days } = event;
      return { ...before, version, updated_at, name, quota: inOrder(quota), max_credential_days };
    }
    case 'service.project.suspended':
      return { ...before, version, updated_at, state: 'suspended', reason: event.reason };
    case 'service.project.resumed':
      return { ...before, version, updated_at, state: 'active', reason: event.reason };
    case 'service.project.subject_blocked':
      return {
        ...before,
        version,
        updated_at,
        blocked_subjects: [...othersOf(before, event), event.subject],
      };
    case 'service.project.subject_unblocked':
      return { ...before, version, updated_at, blocked_subjects: othersOf(before, event) };
  }
}

/** The blocked subjects without the subject of the event. */
function othersOf({ blocked_subjects }: ProjectSnapshot, { subject }: { subject: string }): string[] {
  return blocked_subjects.filter((each) => each !== subject);
}
