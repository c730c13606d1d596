import type { SubscriptionSnapshot } from '@service/contracts';

/** The subscriptions of an environment that this replica has read. */
export interface SubscriptionDirectory {
  /** The subscriptions of a project that are not revoked, in the order of their creation. */
  ofProject(projectId: string): readonly SubscriptionSnapshot[];
  /** Any subscription, including revoked ones. */
  get(id: string): SubscriptionSnapshot | undefined;
  /**
   * Waits until every subscription committed before the call is known.
   * @returns false where that took longer than the wait.
   */
  catchUp(waitMilliseconds: number): Promise<boolean>;
}
