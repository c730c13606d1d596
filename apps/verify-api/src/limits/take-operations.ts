import type { KindLimits } from './kind-limits.js';
import { quotaExceeded, quotaNotAtHand, rateLimited } from './refusals.js';

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
