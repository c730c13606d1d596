import type { SubscriptionEvent, SubscriptionSnapshot } from '@service/contracts';
import { dataOf, newDataEvents, type Decision, type LoadedStream } from '@service/event-store';
import { decide, evolve, type SubscriptionCommand } from './subscription.decider.js';

/** A command less the facts that are gathered here. */
export type SubscriptionIntent = SubscriptionCommand extends infer Each
  ? Each extends SubscriptionCommand
    ? Omit<Each, 'now' | 'endpoint_fault'>
    : never
  : never;

/** Why nothing can be delivered to a URL, in words; null where it can. */
export type CheckEndpoint = (url: string) => string | null;

/** The subscription that a stream holds; null for none, and for what was asked of deliveries. */
export function subscriptionOf(stream: LoadedStream): SubscriptionSnapshot | null {
  if (stream.events[0]?.type !== 'service.subscription.created') return null;
  return dataOf<SubscriptionEvent>(stream).reduce<SubscriptionSnapshot | null>(evolve, null);
}

/**
 * What a command does to the subscription of a stream, at the time of its reading.
 * @param checkEndpoint of those commands that name an endpoint.
 * @throws ServiceError the refusal.
 */
export function decideOn(
  stream: LoadedStream,
  intent: SubscriptionIntent,
  checkEndpoint: CheckEndpoint = () => null,
): Decision<SubscriptionSnapshot> {
  const subscription = subscriptionOf(stream);
  const { endpoint } = intent as { endpoint?: string };
  const endpoint_fault = endpoint === undefined ? null : checkEndpoint(endpoint);
  const facts = { now: stream.readAt, endpoint_fault };
  const events = decide(subscription, { ...intent, ...facts });
  const result = events.reduce<SubscriptionSnapshot | null>(evolve, subscription) as SubscriptionSnapshot;
  return { events: newDataEvents(result.id, events), result };
}
