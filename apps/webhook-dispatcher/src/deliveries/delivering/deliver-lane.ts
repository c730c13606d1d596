import type { SubscriptionSnapshot } from '@service/contracts';
import { decideOutcome } from '../../sending/decide-outcome.js';
import type { AttemptResult, DeliveryAttempt } from '../../sending/delivery-attempt.js';
import type { LaneInHand } from './endpoint-queue.js';
import { endsEntry, type LaneOutcome, type MadeAttempt } from './outcomes.js';
import type { SigningSecrets } from './signing-secrets.js';

/** Milliseconds that must be left of a lane's lease for another attempt: its time in all, and some for the commit. */
const ENOUGH = 17_000;

/** Makes attempts; never rejects for what an endpoint does. */
interface Sender {
  send(attempt: DeliveryAttempt): Promise<AttemptResult>;
}

/** What a lane is delivered with. */
export interface DeliveringContext {
  sender: Sender;
  secrets: SigningSecrets;
  /** The subscription as it is now; null where nothing is to be delivered to it. */
  subscriptionOf(id: string): SubscriptionSnapshot | null;
  random(): number;
}

/** An event's body is kept for as long as its deliveries are retried, and its row longer than that. */
const BODY_GONE: AttemptResult = {
  status: null,
  error: null,
  retry_after_ms: null,
  latency_ms: 0,
  answer: null,
};

/**
 * Delivers a lane's entries in their order, until one is not acknowledged, the lease will not last for another, or
 * nothing more is to be delivered.
 * @throws where the subscription's secrets cannot be opened.
 */
export async function deliverLane(
  { lane, entries, bodies, until }: LaneInHand,
  { sender, secrets, subscriptionOf, random }: DeliveringContext,
): Promise<LaneOutcome> {
  const attempts: MadeAttempt[] = [];
  for (const entry of entries) {
    const subscription = subscriptionOf(lane.subscription_id);
    const began = performance.now();
    if (subscription === null || until - began < ENOUGH) break;
    const body = bodies.get(entry.event_id);
    const at = new Date();
    const result =
      body === undefined
        ? BODY_GONE
        : await sender.send({
            url: subscription.endpoint,
            event_id: entry.event_id,
            body,
            secrets: secrets.of(subscription, at.getTime()),
            at,
          });
    const number = entry.attempts + 1;
    const now = new Date();
    const decided =
      body === undefined
        ? { kind: 'exhausted' as const, hold_endpoint_until: null }
        : decideOutcome(result, number - entry.first_attempt + 1, now, random);
    const { status, latency_ms, answer } = result;
    const error = body === undefined ? 'event_not_kept' : result.error;
    const attempt = {
      seq: entry.seq,
      number,
      began,
      status,
      error,
      latency_ms,
      answer,
      outcome: decided.kind,
    };
    attempts.push(attempt);
    const { hold_endpoint_until: held } = decided;
    const hold_for = held === null ? null : held.getTime() - now.getTime();
    if (!endsEntry(attempt) || hold_for !== null) {
      return { lane, attempts, again_in: againIn(decided, now), hold_for };
    }
  }
  return { lane, attempts, again_in: 0, hold_for: null };
}

/** Milliseconds for which a lane whose subscription is about to be disabled waits, should that come to nothing. */
const GONE_FOR = 300_000;

function againIn(decided: { kind: string; at?: Date }, now: Date): number {
  if (decided.kind === 'gone') return GONE_FOR;
  return decided.at === undefined ? 0 : Math.max(0, decided.at.getTime() - now.getTime());
}
