import type { OperationKind } from '@service/contracts';
import type { QuotaLease } from './quota-lease.js';
import type { RateBucket } from './rate-bucket.js';
import { batchTooLarge, quotaExceeded, quotaNotLeased, rateLimited } from './refusals.js';
import type { RateRule } from './rules.js';

/** All limits that a caller's operations of one kind are charged to. */
export interface ChargedLimits {
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
 * Requires that each of the limits, when nothing of it is used, has room for a batch.
 * @throws ServiceError `request.batch_too_large`.
 */
export function requireFitting(
  { credentialRule, project, projectRule, quota }: ChargedLimits,
  items: number,
): void {
  if (items > credentialRule.burst) throw batchTooLarge(items, 'credential', credentialRule.burst);
  if (project !== null && items > projectRule.burst) throw batchTooLarge(items, 'project', projectRule.burst);
  if (quota !== null && items > quota.daily) throw batchTooLarge(items, 'quota', quota.daily);
}

/**
 * Takes operations from all of the limits, or throws and takes nothing.
 * @param retried operations that a retry takes: the seconds to wait are those until it passes.
 * @throws ServiceError `rate.limited`, `quota.exceeded`.
 */
export function takeOperations(
  limits: ChargedLimits,
  operations: number,
  now: number,
  retried = operations,
): void {
  const { kind, credential, project, quota } = limits;
  if (!credential.has(operations, now)) {
    throw rateLimited(credential, limits.credentialRule, retried, now, { whose: 'credential', kind });
  }
  if (project !== null && !project.has(operations, now)) {
    throw rateLimited(project, limits.projectRule, retried, now, { whose: 'project', kind });
  }
  if (quota !== null && !quota.has(operations, now)) {
    throw quota.remaining(now) < operations
      ? quotaExceeded(quota.daily, kind, now)
      : quotaNotLeased(quota.daily, kind);
  }
  credential.take(operations, now);
  project?.take(operations, now);
  quota?.take(operations);
}

/**
 * Charges what answering cost beyond the operations that were taken before. Quotas count operations, whatever they cost.
 * @param operations as many as would have cost the same.
 */
export function chargeOperations(
  { credential, project }: ChargedLimits,
  operations: number,
  now: number,
): void {
  credential.charge(operations, now);
  project?.charge(operations, now);
}

/**
 * Requires that what was charged has been refilled.
 * @throws ServiceError `rate.limited`.
 */
export function requireNoDebt(limits: ChargedLimits, now: number): void {
  const { kind, credential, credentialRule, project, projectRule } = limits;
  if (credential.remaining(now) < 0)
    throw rateLimited(credential, credentialRule, 1, now, { whose: 'credential', kind });
  if (project !== null && project.remaining(now) < 0)
    throw rateLimited(project, projectRule, 1, now, { whose: 'project', kind });
}
