import type { SubscriptionEvent, SubscriptionSnapshot } from '@service/contracts';
import { dataOf, newDataEvents, type Decision, type LoadedStream } from '@service/event-store';
import { decide, evolve, type SubscriptionCommand, type SubscriptionFacts } from './subscription.decider.js';

/** The subscription of a stream; null for an empty stream and for a request for deliveries. */
export function subscriptionOf(stream: LoadedStream): SubscriptionSnapshot | null {
  if (stream.events[0]?.type !== 'service.subscription.created') return null;
  return dataOf<SubscriptionEvent>(stream).reduce<SubscriptionSnapshot | null>(evolve, null);
}

/**
 * Decides a command to the subscription of a stream, at the time when the stream was read.
 * @throws ServiceError where the command is refused.
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
