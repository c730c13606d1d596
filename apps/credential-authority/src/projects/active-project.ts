import { ServiceError, type ProjectEvent, type ProjectSnapshot } from '@service/contracts';
import { dataOf, type EventStore } from '@service/event-store';
import { isForeign } from '../streams/stream-domain.js';
import { evolve } from './project.decider.js';

/** A stream with the version that it must still have when something is appended. */
export interface AssertedVersion {
  stream_id: string;
  expected: number;
}

/** A project that takes commands; whatever is decided on it asserts the version. */
export interface ActiveProject {
  snapshot: ProjectSnapshot;
  asserted: AssertedVersion[];
}

/**
 * Reads the project that a command happens in.
 * @param missing made where there is no such project.
 * @throws ServiceError `project.suspended`, or `missing`.
 */
export async function readActiveProject(
  store: EventStore,
  projectId: string,
  missing: () => ServiceError,
): Promise<ActiveProject> {
  const stream = await store.read(projectId);
  if (stream.version === 0 || isForeign(stream, 'project')) throw missing();
  const snapshot = dataOf<ProjectEvent>(stream).reduce<ProjectSnapshot | null>(evolve, null);
  if (snapshot?.state !== 'active') throw new ServiceError('project.suspended');
  return { snapshot, asserted: [{ stream_id: projectId, expected: stream.version }] };
}
