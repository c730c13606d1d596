import type { SubscriptionEvent, SubscriptionSnapshot } from '@service/contracts';
import { dataOf, type LoadedStream } from '@service/event-store';
import { evolve } from './subscription.decider.js';

/** The subscription that a stream holds; null for none, and for what was asked of deliveries. */
export function subscriptionOf(stream: LoadedStream): SubscriptionSnapshot | null {
  if (stream.events[0]?.type !== 'service.subscription.created') return null;
  return dataOf<SubscriptionEvent>(stream).reduce<SubscriptionSnapshot | null>(evolve, null);
}
