import type { OperationKind, Quota, RateLimit } from '@service/contracts';
import { policyText } from './limit-headers.js';
import type { QuotaLease } from './quota-lease.js';
import { quotaExceeded, quotaNotAtHand, rateLimited } from './refusals.js';
import type { RateBucket } from './rate-bucket.js';
import { credentialRule, projectRule, type RateRule } from './rules.js';

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

/** Puts limits under the terms that a caller has now. */
export function fitLimits(
  limits: KindLimits,
  rateLimit: RateLimit | null,
  quota: Quota,
  lease: QuotaLease | null,
  now: number,
): void {
  const { kind, credential, project } = limits;
  const rule = credentialRule(rateLimit, kind);
  if (rule.perSecond !== limits.credentialRule.perSecond) credential.fit(rule, now);
  limits.credentialRule = rule;
  limits.quota = lease;
  limits.policy = policyText(kind, rule, project === null ? null : projectRule(kind), quota);
}

/**
 * Takes operations from each of the limits, or from none.
 * @throws ServiceError `rate.limited`, `quota.exceeded`.
 */
export function takeFrom(limits: KindLimits, operations: number, now: number): void {
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
