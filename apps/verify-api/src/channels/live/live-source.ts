import type { Change, Topic } from './live-topics.js';

/** Finds the changes of some topics, for all streams of the process. */
export interface LiveSource {
  /** Name of the source in cursors. */
  readonly name: string;
  readonly topics: readonly Topic[];
  /**
   * The changes since the previous look, by project. A project is watched from the first look that names it until a look
   * that does not.
   */
  look(projectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Change[]>>;
  /** How far a watched project has been looked at; null before its first look. */
  placeOf(projectId: string): string | null;
  /** Changes since a place from `placeOf`, in any process; null where they are unknown. */
  since(projectId: string, place: string): Promise<readonly Change[] | null>;
}
