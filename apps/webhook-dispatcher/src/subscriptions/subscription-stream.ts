import type { SubscriptionEvent, SubscriptionSnapshot } from '@service/contracts';
import { dataOf, newDataEvents, type Decision, type LoadedStream } from '@service/event-store';
import { decide, evolve, type SubscriptionCommand, type SubscriptionFacts } from './subscription.decider.js';

/** The subscription that a stream holds; null for none, and for what was asked of deliveries. */
export function subscriptionOf(stream: LoadedStream): SubscriptionSnapshot | null {
  if (stream.events[0]?.type !== 'service.subscription.created') return null;
  return dataOf<SubscriptionEvent>(stream).reduce<SubscriptionSnapshot | null>(evolve, null);
}

/**
 * What a command does to the subscription of a stream, at the time of its reading.
 * @throws ServiceError the refusal.
 */
export function decideOn(
  stream: LoadedStream,
  command: SubscriptionCommand,
  facts: Omit<SubscriptionFacts, 'now'>,
): Decision<SubscriptionSnapshot> {
  const subscription = subscriptionOf(stream);
  const events = decide(subscription, command, { ...facts, now: stream.readAt });
  const result = events.reduce<SubscriptionSnapshot | null>(evolve, subscription) as SubscriptionSnapshot;
  return { events: newDataEvents(result.id, events), result };
}
