import {
  ServiceError,
  type CommandEnvelope,
  type CommandReply,
  type DeliveryRequest,
  type DeliveryRequestEvent,
  type ReplayDeliveries,
  type RequestedReplay,
  type RetryDelivery,
  type TestSubscription,
} from '@service/contracts';
import { handleCommand, newDataEvents, type EventStore } from '@service/event-store';
import type { ProjectCopy } from '../projects/project-copy.js';
import { decideRequest, type DeliveryRequestCommand } from './delivery-request.decider.js';
import { subscriptionOf } from './decide-on-stream.js';

/** A command less the facts that are gathered here. */
type RequestIntent = DeliveryRequestCommand extends infer Each
  ? Each extends DeliveryRequestCommand
    ? Omit<Each, 'now' | 'request_id'>
    : never
  : never;

/** Takes what is asked of deliveries; each request is a stream of one event. */
export class DeliveryRequests {
  constructor(
    private readonly store: EventStore,
    private readonly projects: Pick<ProjectCopy, 'requireActive'>,
  ) {}

  /** Has a test event delivered to an active subscription. */
  test(command: CommandEnvelope<TestSubscription>): Promise<DeliveryRequest> {
    return this.ask(command, { type: 'subscription.test' });
  }

  /** Has a delivery of an active subscription attempted now; that it is one of its own is for the sender to know. */
  retry(command: CommandEnvelope<RetryDelivery>): Promise<DeliveryRequest> {
    return this.ask(command, { type: 'subscription.retry', delivery_id: command.payload.delivery_id });
  }

  /** Has what happened in a span delivered to an active subscription once more. */
  replay(command: CommandEnvelope<ReplayDeliveries>): Promise<RequestedReplay> {
    const { since, until, only_failed } = command.payload;
    return this.ask(command, { type: 'subscription.replay', since, until, only_failed });
  }

  /**
   * Notes a request under an id that the sender made. The subscription must still be what the decision found it
   * to be when the request is appended.
   * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`, `request.invalid`,
   *   `project.suspended`.
   */
  private ask<Type extends DeliveryRequestCommand['type']>(
    command: CommandEnvelope<{ subscription_id: string }>,
    intent: Extract<RequestIntent, { type: Type }>,
  ): Promise<CommandReply<Type>> {
    const { key: id, project_id, payload } = command;
    const { subscription_id } = payload;
    return handleCommand(this.store, {
      command,
      decide: async (stream) => {
        this.projects.requireActive(project_id ?? '');
        const target = await this.store.read(subscription_id);
        const subscription = subscriptionOf(target);
        if (subscription === null || subscription.project_id !== project_id) {
          throw new ServiceError('subscription.not_found');
        }
        if (stream.version > 0) throw new ServiceError('subscription.transition_not_allowed');
        const event = decideRequest(subscription, { ...intent, request_id: id, now: target.readAt });
        const events = newDataEvents(id, [event]);
        return {
          events,
          asserted: [{ stream_id: subscription_id, expected: target.version }],
          result: answerTo(event, events[0]?.event_id ?? '') as CommandReply<Type>,
        };
      },
    });
  }
}

function answerTo(event: DeliveryRequestEvent, event_id: string): DeliveryRequest | RequestedReplay {
  const { request_id: id, subscription_id, occurred_at: requested_at } = event;
  const request = { id, subscription_id, event_id, requested_at };
  if (event.type !== 'service.subscription.replay_requested') return request;
  const { since, until, only_failed } = event;
  return { ...request, since, until, only_failed };
}
