import { newId, type DeliveryRequestEvent, type SubscriptionSnapshot } from '@service/contracts';
import { inTransaction, type RecordedEvent } from '@service/event-store';
import { eventually } from '@service/testing';
import { deliveryRequestConsumer } from '../deliveries/requests/delivery-request-consumer.js';
import type { DeliveryStage } from './delivery-stage.js';

export const patient = { timeout: 30_000 };

type Asked = DeliveryRequestEvent extends infer Each
  ? Each extends DeliveryRequestEvent
    ? Omit<Each, 'request_id' | 'subscription_id' | 'project_id' | 'occurred_at'>
    : never
  : never;

/** An event that the consumer of requests takes. */
export type TakenEvent = Pick<RecordedEvent, 'stream_id' | 'type'> & { data: object };

/** A request as the app's own log has it. */
export function requestOf({ id, project_id }: SubscriptionSnapshot, asked: Asked): TakenEvent {
  const request_id = newId('delivery_request');
  const data = {
    ...asked,
    request_id,
    subscription_id: id,
    project_id,
    occurred_at: new Date().toISOString(),
  };
  return { stream_id: request_id, type: asked.type, data };
}

/** What subscribers request on a stage, and what comes of it. */
export function deliveryRequests(stage: () => DeliveryStage) {
  async function take(...events: TakenEvent[]): Promise<void> {
    const consumer = deliveryRequestConsumer(() => undefined);
    await inTransaction(stage().pool, 'BEGIN', (client) => consumer.apply(client, events as RecordedEvent[]));
  }

  return {
    take,

    ask: (subscription: SubscriptionSnapshot, asked: Asked) => take(requestOf(subscription, asked)),

    /** Waits until nothing of a subscription is waiting or under way. */
    emptied: (id: string) => eventually(async () => (await stage().count('queues', id)) === 0, patient),

    /** Ids of the deliveries that were attempted. */
    async attemptedDeliveries(id: string): Promise<string[]> {
      const { rows } = await stage().pool.query<{ delivery_id: string }>(
        'SELECT DISTINCT delivery_id FROM webhook_dispatcher.attempts WHERE subscription_id = $1 ORDER BY 1',
        [id],
      );
      return rows.map(({ delivery_id }) => delivery_id);
    },
  };
}
