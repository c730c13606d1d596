import { ServiceError } from '@service/contracts';
import { secondsUntilMidnight } from '@service/platform/days';
import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';

const MESSAGES = {
  credential: 'There were too many requests with this credential.',
  project: 'There were too many requests with the credentials of this project together.',
} as const;

/**
 * The error for a bucket with too few operations left.
 * @param whose owner of the limit, where it is a caller's.
 */
export function rateLimited(
  bucket: RateBucket,
  { burst }: RateRule,
  operations: number,
  now: number,
  whose?: keyof typeof MESSAGES,
): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(bucket.secondsUntil(Math.min(operations, burst), now)));
  const extras = whose === undefined ? {} : { message: MESSAGES[whose] };
  return new ServiceError('rate.limited', extras, retryAfter);
}

const ALLOWANCES = {
  credential: 'this credential may do at once',
  project: 'the credentials of this project together may do at once',
  quota: 'this project may do in a day',
} as const;

/** The error for a batch that a limit can never admit as a whole: to wait does not help. */
export function batchTooLarge(items: number, whose: keyof typeof ALLOWANCES, most: number): ServiceError {
  const message = `A batch of ${items} exceeds what ${ALLOWANCES[whose]} (${most}).`;
  return new ServiceError('request.batch_too_large', { message });
}

/** The error for a quota with too few operations left. */
export function quotaExceeded(now: number): ServiceError {
  return new ServiceError('quota.exceeded', {}, secondsUntilMidnight(now));
}

/** The error for a quota with enough operations left, but too few in this replica's lease. */
export function quotaNotLeased(): ServiceError {
  const message = 'Not enough of the project’s quota is available at the moment.';
  return new ServiceError('rate.limited', { message }, 1);
}
