import type { SubscriptionSnapshot } from '@service/contracts';
import type { Tracer } from '@service/platform/tracing';
import { decideOutcome } from '../../sending/decide-outcome.js';
import type { AttemptResult, Sender } from '../../sending/delivery-attempt.js';
import { ATTEMPTS_AT_MOST, TEST_ATTEMPTS_AT_MOST } from '../../sending/retry-schedule.js';
import { traceAttempt } from '../../sending/trace-attempt.js';
import { FORGED, type CachedEvents } from './cached-events.js';
import type { QueueInHand } from './endpoint-load.js';
import { endsEntry, type QueueResult, type MadeAttempt } from './queue-result.js';
import type { SigningSecrets } from './signing-secrets.js';

/** Milliseconds of the lease that another attempt needs: the longest attempt and the commit. */
const ENOUGH = 17_000;

/** The services that deliver a queue. */
export interface DeliveringContext {
  sender: Sender;
  tracer: Tracer | null;
  secrets: SigningSecrets;
  events: CachedEvents;
  /** The subscription as it is now; null unless it is active. */
  subscriptionOf(id: string): SubscriptionSnapshot | null;
  random(): number;
}

/** The result for an entry whose event was dropped, because the entry waited for longer than events are retained. */
const BODY_GONE: AttemptResult = {
  status: null,
  error: null,
  retry_after_ms: null,
  latency_ms: 0,
  answer: null,
};

/** Milliseconds after which a queue with a forged event at its head is retried. */
const FORGED_PAUSE = 10_000;

/**
 * Delivers a queue's entries in their order, until one must be retried, the endpoint is held back or gone, the lease is
 * too short for another, or the subscription is no longer active. A forged or removed event blocks its queue until it is
 * repaired: skipping it would let a forger withhold a revocation, and break the order.
 * @throws where the subscription's secrets cannot be decrypted.
 */
export async function deliverQueue(
  { queue, entries, events, until }: QueueInHand,
  { sender, tracer, secrets, events: known, subscriptionOf, random }: DeliveringContext,
): Promise<QueueResult> {
  const attempts: MadeAttempt[] = [];
  for (const [place, entry] of entries.entries()) {
    const subscription = subscriptionOf(queue.subscription_id);
    const began = performance.now();
    if (subscription === null || until - began < ENOUGH) break;
    const event = events.get(entry.event_id);
    const expected = { ...queue, project_id: subscription.project_id };
    if (event === FORGED || (event !== undefined && !known.belongsTo(event, expected))) {
      return { queue, attempts, again_in: FORGED_PAUSE, hold_for: null };
    }
    const at = new Date();
    const number = entry.attempts + 1;
    const result =
      event === undefined
        ? BODY_GONE
        : await traceAttempt(tracer, { event, deliveryId: entry.delivery_id, number }, sender, {
            url: subscription.endpoint,
            event_id: entry.event_id,
            body: event.body,
            secrets: secrets.of(subscription, at.getTime()),
            at,
          });
    const onSchedule = number - entry.first_attempt + 1;
    // A schedule's first attempt always counts as scheduled.
    const unscheduled = place === 0 && queue.by_request && onSchedule > 1;
    const now = new Date();
    const decided =
      event === undefined
        ? { kind: 'exhausted' as const, hold_endpoint_until: null }
        : decideOutcome(result, unscheduled ? null : onSchedule, now, random, mostAttempts(entry, queue));
    const { status, latency_ms, answer } = result;
    const error = event === undefined ? 'event_not_kept' : result.error;
    const attempt = {
      entry,
      project_id: subscription.project_id,
      number,
      began,
      status,
      error,
      latency_ms,
      answer,
      outcome: decided.kind,
      // A requested retry of an exhausted delivery is the first attempt of a new schedule.
      manual: unscheduled || (onSchedule === 1 && number > 1),
      unscheduled,
    };
    attempts.push(attempt);
    const { hold_endpoint_until: held } = decided;
    const hold_for = held === null ? null : held.getTime() - now.getTime();
    if (!endsEntry(attempt) || hold_for !== null) {
      return { queue, attempts, again_in: againIn(decided, now), hold_for };
    }
  }
  return { queue, attempts, again_in: 0, hold_for: null };
}

/** A test is queued alone: the key of its queue is the id of its event. */
function mostAttempts({ event_id }: { event_id: string }, { queue_key }: { queue_key: string }): number {
  return event_id === queue_key ? TEST_ATTEMPTS_AT_MOST : ATTEMPTS_AT_MOST;
}

/** Milliseconds after which a queue is retried if its subscription could not be disabled. */
const GONE_FOR = 300_000;

function againIn(decided: { kind: string; at?: Date | null }, now: Date): number | null {
  if (decided.kind === 'gone') return GONE_FOR;
  if (decided.at === null) return null;
  return decided.at === undefined ? 0 : Math.max(0, decided.at.getTime() - now.getTime());
}
