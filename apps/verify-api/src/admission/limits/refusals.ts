import { ServiceError, type OperationKind } from '@service/contracts';
import { secondsUntilMidnight } from '@service/platform/days';
import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';

/** A limit of a caller on its operations of one kind. */
export interface CallerLimit {
  whose: 'credential' | 'project';
  kind: OperationKind;
}

const LIMITED = {
  credential: 'this credential',
  project: 'the credentials of this project together',
} as const;

/**
 * The error for a bucket with too few operations left.
 * @param limit what the bucket limits, where it is a caller's.
 */
export function rateLimited(
  bucket: RateBucket,
  { perSecond, burst }: RateRule,
  operations: number,
  now: number,
  limit?: CallerLimit,
): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(bucket.secondsUntil(Math.min(operations, burst), now)));
  const allowed = limit === undefined ? 'the limit is' : `${LIMITED[limit.whose]} may do`;
  const unit = limit === undefined ? '' : ` ${limit.kind} operations`;
  const message = `There were too many requests: ${allowed} ${rateText(perSecond, unit)}, and ${burst} at once.`;
  return withoutStack(() => new ServiceError('rate.limited', { message }, retryAfter));
}

/** Makes an error that nobody looks for the place of: its stack would cost as much as half of the refusal. */
function withoutStack(make: () => ServiceError): ServiceError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A rate in the shortest unit of time that allows one operation. */
function rateText(perSecond: number, what: string): string {
  const [unit, seconds] = UNITS.find(([, length]) => perSecond * length >= 1) ?? ['day', 86_400];
  return `${Math.round(perSecond * seconds)}${what} per ${unit}`;
}

const UNITS = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
] as const;

const ALLOWANCES = {
  credential: `${LIMITED.credential} may do at once`,
  project: `${LIMITED.project} may do at once`,
  quota: 'this project may do in a day',
} as const;

/** The error for a batch that a limit can never admit as a whole: to wait does not help. */
export function batchTooLarge(items: number, whose: keyof typeof ALLOWANCES, most: number): ServiceError {
  const message = `A batch of ${items} exceeds what ${ALLOWANCES[whose]} (${most}).`;
  return new ServiceError('request.batch_too_large', { message });
}

/** The error for a quota with too few operations left. */
export function quotaExceeded(daily: number, kind: OperationKind, now: number): ServiceError {
  const message = `The project has used up its quota of ${daily} ${kind} operations per day, which begins at midnight UTC.`;
  return new ServiceError('quota.exceeded', { message }, secondsUntilMidnight(now));
}

/** The error for a quota with enough operations left, but too few in this replica's lease. */
export function quotaNotLeased(daily: number, kind: OperationKind): ServiceError {
  const message = `Not enough of the project’s quota of ${daily} ${kind} operations per day is available at the moment.`;
  return new ServiceError('rate.limited', { message }, 1);
}
