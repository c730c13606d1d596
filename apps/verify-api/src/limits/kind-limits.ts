import type { OperationKind } from '@service/contracts';
import type { QuotaLease } from './quota-lease.js';
import type { RateBucket } from './rate-bucket.js';
import { quotaExceeded, quotaNotAtHand, rateLimited } from './refusals.js';
import type { RateRule } from './rules.js';

/** Everything that limits a caller's operations of one kind. */
export interface KindLimits {
  readonly kind: OperationKind;
  credentialRule: RateRule;
  readonly credential: RateBucket;
  readonly projectRule: RateRule;
  /** Shared by all credentials of the project; null for an operator, who has none. */
  readonly project: RateBucket | null;
  quota: QuotaLease | null;
  /** As the answer's header has it. */
  policy: string;
}

/**
 * Takes operations from each of the limits, or from none.
 * @throws ServiceError `rate.limited`, `quota.exceeded`.
 */
export function takeOperations(limits: KindLimits, operations: number, now: number): void {
  const { credential, project, quota } = limits;
  if (!credential.has(operations, now)) {
    throw rateLimited(credential, limits.credentialRule, operations, now, 'credential');
  }
  if (project !== null && !project.has(operations, now)) {
    throw rateLimited(project, limits.projectRule, operations, now, 'project');
  }
  if (quota !== null && !quota.has(operations, now)) {
    throw quota.remaining(now) < operations ? quotaExceeded(now) : quotaNotAtHand();
  }
  credential.take(operations, now);
  project?.take(operations, now);
  quota?.take(operations);
}
