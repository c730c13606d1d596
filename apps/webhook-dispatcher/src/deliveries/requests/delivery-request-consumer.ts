import type { DeliveryRequestEvent, SubscriptionEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import type { SharedConsumer } from '@service/messaging';
import type { PoolClient } from 'pg';
import { countInReplays } from '../storage/replay-progress.js';
import { cancelDeliveries, cancelReplays, resumeDeliveries } from './end-subscription.js';
import { addReplays } from './replay-jobs.js';
import { retryDeliveries } from './retry-deliveries.js';

type Replay = Extract<DeliveryRequestEvent, { type: 'service.subscription.replay_requested' }>;
type Retry = Extract<DeliveryRequestEvent, { type: 'service.subscription.retry_requested' }>;

/**
 * Carries out the retries, replays, enablings and revocations in the app's own log.
 * @param onApplied gets the subscriptions that may have due queues now.
 */
export function deliveryRequestConsumer(onApplied: (subscriptionIds: string[]) => void): SharedConsumer {
  return {
    name: 'deliveries',
    schema: 'webhook_dispatcher',
    repeatable: false,
    apply,
    applied(events) {
      const ids = events.map(({ stream_id, data }) => (data as Partial<Retry>).subscription_id ?? stream_id);
      onApplied([...new Set(ids)]);
    },
  };
}

async function apply(client: PoolClient, events: RecordedEvent[]): Promise<void> {
  const of = (type: (SubscriptionEvent | DeliveryRequestEvent)['type']) =>
    events.filter((event) => event.type === type);
  const retries = of('service.subscription.retry_requested').map(({ data }) => data as Retry);
  const revived = await retryDeliveries(client, retries);
  const replays = of('service.subscription.replay_requested').map(({ data }) => data as Replay);
  await addReplays(client, replays);
  for (const { stream_id } of of('service.subscription.enabled')) await resumeDeliveries(client, stream_id);
  const revoked = of('service.subscription.revoked').map(({ stream_id }) => stream_id);
  for (const id of revoked) await cancelDeliveries(client, id);
  await countInReplays(client, revived);
  // After the counts, because a revived delivery reopens its replay.
  await cancelReplays(client, revoked);
}
