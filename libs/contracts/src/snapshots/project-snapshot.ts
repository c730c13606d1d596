import type { ProjectEvent, ProjectState } from '../events/project-events.js';

/** A project as its events leave it. */
export interface ProjectSnapshot {
  id: string;
  name: string;
  state: ProjectState;
  version: number;
  created_at: string;
  updated_at: string;
}

/**
 * The project after one more event.
 * @throws TypeError where a stream does not begin with its creation.
 */
export function foldProject(
  before: ProjectSnapshot | undefined,
  event: ProjectEvent,
  version: number,
): ProjectSnapshot {
  const updated_at = event.occurred_at;
  if (event.type === 'service.project.created') {
    const { project_id: id, name } = event;
    return { id, name, state: 'active', version, created_at: updated_at, updated_at };
  }
  if (before === undefined) throw new TypeError('A project begins with its creation.');
  switch (event.type) {
    case 'service.project.renamed':
      return { ...before, version, updated_at, name: event.name };
    case 'service.project.suspended':
      return { ...before, version, updated_at, state: 'suspended' };
    case 'service.project.resumed':
      return { ...before, version, updated_at, state: 'active' };
  }
}
