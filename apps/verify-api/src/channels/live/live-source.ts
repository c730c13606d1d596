import type { Change, Topic } from './live-topics.js';

/** Where the changes of some topics are found, on behalf of all streams of the process. */
export interface LiveSource {
  /** Its name in cursors. */
  readonly name: string;
  readonly topics: readonly Topic[];
  /**
   * What has changed since the look before, by project. A project is watched from the first look that names it, until one
   * that does not.
   */
  look(projectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Change[]>>;
  /** How far a watched project has been looked at; null before its first look. */
  placeOf(projectId: string): string | null;
  /** Changes since a place from `placeOf`, in any process; null where they are unknown. */
  since(projectId: string, place: string): Promise<readonly Change[] | null>;
}
