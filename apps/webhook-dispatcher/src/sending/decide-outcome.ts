import type { AttemptResult } from './delivery-attempt.js';
import { ATTEMPTS_AT_MOST, retryDelay } from './retry-schedule.js';

/** How an attempt ended: what it means for the delivery and for the endpoint. */
export type AttemptOutcome = (
  | { kind: 'acknowledged' }
  /** `at` is null where the scheduled time stays. */
  | { kind: 'retry'; at: Date | null }
  /** The last attempt failed; the delivery can be replayed. */
  | { kind: 'exhausted' }
  /** The endpoint says that it is gone for good: 410. RFC 9110, section 15.5.11. */
  | { kind: 'gone' }
) & {
  /** Until when the endpoint is held back; null where it is not. */
  hold_endpoint_until: Date | null;
};

const GONE = 410;
/** Statuses of an endpoint that is overloaded or unavailable, or of its proxy. */
const HOLDING = new Set([429, 502, 503, 504]);
/** Longest time for which an endpoint is held back without `Retry-After`, milliseconds. */
const HOLD_UNASKED_MS = 60_000;

/**
 * Decides the outcome of an attempt from its result. Any 2xx acknowledges, even where the answer is too long to be
 * read. `Retry-After` delays a retry and never brings it forward.
 * @param attemptNumber of this attempt on the retry schedule, from 1; null for one that is not on it.
 * @param random returns a number from 0 to 1, as `Math.random` does.
 * @param most attempts of the delivery.
 */
export function decideOutcome(
  result: AttemptResult,
  attemptNumber: number | null,
  now: Date,
  random: () => number,
  most = ATTEMPTS_AT_MOST,
): AttemptOutcome {
  if (isAcknowledged(result)) return { kind: 'acknowledged', hold_endpoint_until: null };
  if (result.status === GONE) return { kind: 'gone', hold_endpoint_until: null };
  const hasNext = attemptNumber !== null && attemptNumber < most;
  const delay = hasNext ? retryDelay(attemptNumber, random) : null;
  const hold = holdOf(result, delay ?? HOLD_UNASKED_MS);
  const hold_endpoint_until = hold === null ? null : after(now, hold);
  if (attemptNumber === null) return { kind: 'retry', at: null, hold_endpoint_until };
  if (delay === null) return { kind: 'exhausted', hold_endpoint_until };
  return { kind: 'retry', at: after(now, Math.max(delay, hold ?? 0)), hold_endpoint_until };
}

function isAcknowledged({ status, error }: AttemptResult): boolean {
  const isSuccess = status !== null && status >= 200 && status < 300;
  return isSuccess && (error === null || error === 'answer_too_large');
}

/** Milliseconds for which the endpoint is held back. */
function holdOf({ status, retry_after_ms }: AttemptResult, delay: number): number | null {
  if (retry_after_ms !== null) return retry_after_ms;
  return status !== null && HOLDING.has(status) ? Math.min(delay, HOLD_UNASKED_MS) : null;
}

function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}
