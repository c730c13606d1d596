import {
  SUBSCRIPTION_BOUNDS,
  ServiceError,
  conflictWith,
  invalidRequest,
  isEventType,
  type Command,
  type DeliveryRequestEvent,
  type DeliveryRequestType,
  type RetryDelivery,
  type SubscriptionSnapshot,
} from '@service/contracts';

export type DeliveryRequestCommand = Command<DeliveryRequestType>;

/** Facts that a decision needs in addition to the subscription and the command. */
export interface DeliveryRequestFacts {
  /** The owner's database clock. */
  now: Date;
  request_id: string;
  /** Tests of the subscription that wait to be delivered; only a test reads it. */
  waiting_tests: number;
}

const DAY = 24 * 60 * 60 * 1_000;

/**
 * Decides whether deliveries can be requested: only active subscriptions get any.
 * @throws ServiceError `delivery.transition_not_allowed`, `delivery.blocked`, `subscription.transition_not_allowed`,
 *   `subscription.limit_reached`, `request.invalid`.
 */
export function decideRequest(
  subscription: SubscriptionSnapshot,
  command: DeliveryRequestCommand,
  { now, request_id, waiting_tests }: DeliveryRequestFacts,
): DeliveryRequestEvent {
  if (command.type === 'subscription.retry') requireRetryable(command.payload);
  const { id: subscription_id, project_id, state } = subscription;
  if (state !== 'active') {
    const message = `Nothing is delivered to a subscription that is ${state}.`;
    throw conflictWith('subscription.transition_not_allowed', subscription, message);
  }
  const request = { request_id, subscription_id, project_id, occurred_at: now.toISOString() };
  switch (command.type) {
    case 'subscription.test': {
      const { event_type } = command.payload;
      if (waiting_tests >= SUBSCRIPTION_BOUNDS.waitingTests) {
        throw new ServiceError('subscription.limit_reached');
      }
      if (event_type === undefined) return { type: 'service.subscription.tested', ...request };
      if (!isEventType(event_type)) throw invalidRequest('type', 'must be a type of event');
      return { type: 'service.subscription.tested', ...request, event_type };
    }
    case 'subscription.replay': {
      const { from, to, only_failed } = command.payload;
      const span = spanOf(from, to, now);
      return { type: 'service.subscription.replay_requested', ...request, ...span, only_failed };
    }
    case 'subscription.retry': {
      const { delivery_id } = command.payload;
      return { type: 'service.subscription.retry_requested', ...request, delivery_id };
    }
  }
}

/** Decided here and not by the sender, so that a request that comes again with its key gets the first one's outcome. */
function requireRetryable({ state, blocked_by }: RetryDelivery): void {
  if (state !== 'pending' && state !== 'exhausted') {
    throw new ServiceError('delivery.transition_not_allowed', { current_state: state });
  }
  if (blocked_by !== null) throw new ServiceError('delivery.blocked', { blocked_by });
}

/** A time span ends now at the latest: later events are delivered anyway. */
function spanOf(begin: string, end: string | null, now: Date): { from: string; to: string } {
  const earliest = now.getTime() - SUBSCRIPTION_BOUNDS.replayDays * DAY;
  const [from, to] = [Date.parse(begin), Math.min(Date.parse(end ?? now.toISOString()), now.getTime())];
  if (!(from >= earliest)) {
    throw invalidRequest('from', `must lie at most ${SUBSCRIPTION_BOUNDS.replayDays} days back`);
  }
  if (!(from <= to)) throw invalidRequest('from', 'must not lie after to, or in the future');
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
