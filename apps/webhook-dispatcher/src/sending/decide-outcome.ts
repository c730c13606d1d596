import type { AttemptResult } from './delivery-attempt.js';
import { retryDelay } from './retry-schedule.js';

/** What becomes of a delivery after an attempt, and of the endpoint. */
export type AttemptOutcome = (
  | { kind: 'acknowledged' }
  | { kind: 'retry'; at: Date }
  /** The last attempt failed; the delivery can be replayed. */
  | { kind: 'exhausted' }
  /** The endpoint says that it is gone for good: 410. RFC 9110, section 15.5.11. */
  | { kind: 'gone' }
) & {
  /** Until when nothing is delivered to the endpoint; null where it need not be left alone. */
  hold_endpoint_until: Date | null;
};

const GONE = 410;
/** What an endpoint that is overloaded or away answers, or the proxy in front of it. */
const HOLDING = new Set([429, 502, 503, 504]);
/** Longest time that an endpoint is left alone for which did not say how long, milliseconds. */
const HOLD_UNASKED_MS = 60_000;

/**
 * What an attempt's result means. Any 2xx acknowledges, even where the answer is longer than is read: the receiver
 * has said so. `Retry-After` delays a retry and never hastens it.
 * @param attemptNumber of this attempt, from 1.
 * @param random from 0 to 1, as `Math.random` answers it.
 */
export function decideOutcome(
  result: AttemptResult,
  attemptNumber: number,
  now: Date,
  random: () => number,
): AttemptOutcome {
  if (isAcknowledged(result)) return { kind: 'acknowledged', hold_endpoint_until: null };
  if (result.status === GONE) return { kind: 'gone', hold_endpoint_until: null };
  const delay = retryDelay(attemptNumber, random);
  const hold = holdOf(result, delay ?? HOLD_UNASKED_MS);
  const hold_endpoint_until = hold === null ? null : after(now, hold);
  if (delay === null) return { kind: 'exhausted', hold_endpoint_until };
  return { kind: 'retry', at: after(now, Math.max(delay, hold ?? 0)), hold_endpoint_until };
}

function isAcknowledged({ status, error }: AttemptResult): boolean {
  const isSuccess = status !== null && status >= 200 && status < 300;
  return isSuccess && (error === null || error === 'answer_too_large');
}

/** Milliseconds that the endpoint is left alone for. */
function holdOf({ status, retry_after_ms }: AttemptResult, delay: number): number | null {
  if (retry_after_ms !== null) return retry_after_ms;
  return status !== null && HOLDING.has(status) ? Math.min(delay, HOLD_UNASKED_MS) : null;
}

function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}
