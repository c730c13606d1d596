import type { OperationKind } from '@service/contracts';
import type { QuotaLease } from './quota-lease.js';
import type { RateBucket } from './rate-bucket.js';
import { quotaExceeded, quotaNotLeased, rateLimited } from './refusals.js';
import type { RateRule } from './rules.js';

/** All limits of a caller's operations of one kind. */
export interface KindLimits {
  readonly kind: OperationKind;
  credentialRule: RateRule;
  readonly credential: RateBucket;
  readonly projectRule: RateRule;
  /** Shared by all credentials of the project; null for an operator, who has no project. */
  readonly project: RateBucket | null;
  quota: QuotaLease | null;
  /** Value of the `RateLimit-Policy` header. */
  policy: string;
}

/**
 * Takes operations from all of the limits, or throws and takes nothing.
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
    throw quota.remaining(now) < operations ? quotaExceeded(now) : quotaNotLeased();
  }
  credential.take(operations, now);
  project?.take(operations, now);
  quota?.take(operations);
}
