import { ServiceError, type ProjectEvent, type ProjectSnapshot } from '@service/contracts';
import { dataOf, type AssertedStream, type EventStore } from '@service/event-store';
import { isForeign } from '../streams/stream-domain.js';
import { evolve } from './project.decider.js';

/** A project that accepts commands; decisions in it assert its version. */
export interface ActiveProject {
  snapshot: ProjectSnapshot;
  asserted: AssertedStream[];
}

/**
 * Reads the project of a command.
 * @param missing the error where there is no such project.
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
