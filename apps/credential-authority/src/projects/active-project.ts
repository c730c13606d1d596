import { ServiceError, type ProjectEvent, type ProjectSnapshot } from '@service/contracts';
import type { EventStore } from '@service/event-store';
import { dataOf } from '../streams/data-events.js';
import { isForeign } from '../streams/stream-domain.js';
import { evolve } from './project.decider.js';

/** A stream with the version that it must still have when something is appended. */
export interface AssertedVersion {
  stream_id: string;
  expected: number;
}

/**
 * Reads the project that a command happens in; whatever is decided on its being active asserts the version.
 * @param missing made where there is no such project.
 * @throws ServiceError `project.suspended`, or `missing`.
 */
export async function requireActiveProject(
  store: EventStore,
  projectId: string,
  missing: () => ServiceError,
): Promise<AssertedVersion> {
  const stream = await store.read(projectId);
  if (stream.version === 0 || isForeign(stream, 'project')) throw missing();
  const project = dataOf<ProjectEvent>(stream).reduce<ProjectSnapshot | null>(evolve, null);
  if (project?.state !== 'active') throw new ServiceError('project.suspended');
  return { stream_id: projectId, expected: stream.version };
}
