import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { PublishedEvents } from '../events/published-events.js';
import type { Call } from '../interface/call.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { Subscriptions } from '../subscriptions/subscriptions.js';
import { Deliveries } from './deliveries.js';

/** The request of a delivery, without signatures: they are not stored, and cannot be made here. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly subscriptions: Subscriptions,
    private readonly events: PublishedEvents,
  ) {}

  /** @throws ServiceError `delivery.not_found`; `service.unavailable` where its event is forged. */
  async read(call: Call, id: string): Promise<Answer<'DeliveryRequest'>> {
    const { subscription_id, event_id } = await this.deliveries.read(call.projectId, id);
    const { endpoint, rotation } = await this.subscriptions.read(call.projectId, subscription_id);
    const headers = headersOf(event_id, rotation !== null);
    return { delivery_id: id, method: 'POST', endpoint, headers, body: await this.bodyOf(call, event_id) };
  }

  private async bodyOf(call: Call, eventId: string): Promise<string | null> {
    try {
      return `{"event":${await this.events.read(call, eventId)}}`;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'event.not_found') return null;
      throw error;
    }
  }
}

/**
 * The headers of an attempt, as the dispatcher sends them.
 * @param rotating whether a second secret signs too.
 */
function headersOf(eventId: string, rotating: boolean): Answer<'DeliveryRequest'>['headers'] {
  const own = (name: string, signed: boolean) => ({ name, value: null, signed });
  const fixed = (name: string, value: string) => ({ name, value, signed: false });
  return [
    own('Service-Signature', false),
    ...(rotating ? [own('Service-Signature-Next', false)] : []),
    { name: 'Service-Event-Id', value: eventId, signed: true },
    own('Service-Timestamp', true),
    { name: 'webhook-id', value: eventId, signed: true },
    own('webhook-timestamp', true),
    own('webhook-signature', false),
    fixed('Content-Type', 'application/json'),
    fixed('User-Agent', 'record-verification-service'),
    fixed('Accept-Encoding', 'identity'),
  ];
}
