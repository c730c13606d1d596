import { ServiceError } from '@service/contracts';
import { secondsUntilMidnight } from '@service/platform/days';
import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';

const MESSAGES = {
  credential: 'There were too many requests with this credential.',
  project: 'There were too many requests with the credentials of this project together.',
} as const;

/**
 * A refusal by a bucket that has not so many operations left.
 * @param whose whose limit it is, where it is a caller's.
 */
export function rateLimited(
  bucket: RateBucket,
  { burst }: RateRule,
  operations: number,
  now: number,
  whose?: keyof typeof MESSAGES,
): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(bucket.secondsUntil(Math.min(operations, burst), now)));
  const extras = whose === undefined ? {} : { message: messageFor(whose, operations, burst) };
  return new ServiceError('rate.limited', extras, retryAfter);
}

/** A batch that is larger than the burst is never let in, and should hear so. */
function messageFor(whose: keyof typeof MESSAGES, operations: number, burst: number): string {
  if (operations <= burst) return MESSAGES[whose];
  return `The ${whose} may do at most ${burst} operations at once.`;
}

/** A refusal by a quota that has not so many operations left. */
export function quotaExceeded(now: number): ServiceError {
  return new ServiceError('quota.exceeded', {}, secondsUntilMidnight(now));
}

/** A refusal by a quota that has so many operations left, but not in this replica's lease. */
export function quotaNotAtHand(): ServiceError {
  const message = 'So much of the project’s quota is not at hand at this moment.';
  return new ServiceError('rate.limited', { message }, 1);
}
