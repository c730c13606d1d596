import type { DeliveryRequestEvent, SubscriptionEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import type { SharedConsumer } from '@service/messaging';
import type { PoolClient } from 'pg';
import { cancelDeliveries, resumeDeliveries } from './end-subscription.js';
import { addReplays } from './replay-jobs.js';
import { retryDeliveries } from './retry-deliveries.js';

type Replay = Extract<DeliveryRequestEvent, { type: 'service.subscription.replay_requested' }>;
type Retry = Extract<DeliveryRequestEvent, { type: 'service.subscription.retry_requested' }>;

/** Does what the app's own log asks of deliveries. */
export class AskedOfDeliveries implements SharedConsumer {
  readonly name = 'deliveries';
  readonly schema = 'webhook_dispatcher';
  readonly repeatable = false;

  /** @param onAsked told of the subscriptions that may have something due now. */
  constructor(private readonly onAsked: (subscriptionIds: string[]) => void) {}

  async apply(client: PoolClient, events: RecordedEvent[]): Promise<void> {
    const of = (type: (SubscriptionEvent | DeliveryRequestEvent)['type']) =>
      events.filter((event) => event.type === type);
    await retryDeliveries(
      client,
      of('service.subscription.retry_requested').map(({ data }) => data as Retry),
    );
    await addReplays(
      client,
      of('service.subscription.replay_requested').map(({ data }) => data as Replay),
    );
    for (const { stream_id } of of('service.subscription.enabled')) await resumeDeliveries(client, stream_id);
    for (const { stream_id } of of('service.subscription.revoked')) await cancelDeliveries(client, stream_id);
  }

  applied(events: RecordedEvent[]): void {
    const ids = events.map(({ stream_id, data }) => (data as Partial<Retry>).subscription_id ?? stream_id);
    this.onAsked([...new Set(ids)]);
  }
}
