import type { SubscriptionSnapshot } from '@service/contracts';

/** The subscriptions of an environment, as far as they have been heard of. */
export interface SubscriptionDirectory {
  /** Those of a project that are not revoked, in the order of their creation. */
  ofProject(projectId: string): readonly SubscriptionSnapshot[];
  /** Any of them, a revoked one too. */
  get(id: string): SubscriptionSnapshot | undefined;
  /**
   * Resolves once everything that was committed before the call is known, or the wait is over.
   * @returns whether it is.
   */
  catchUp(waitMilliseconds: number): Promise<boolean>;
}
