import {
  SUBSCRIPTION_BOUNDS,
  ServiceError,
  type DeliveryRequest,
  type DeliveryRequestEvent,
  type DeliveryRequestType,
  type ReceivedCommand,
  type RequestedReplay,
} from '@service/contracts';
import {
  handleCommand,
  newDataEvents,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import type { ProjectCopy } from '../projects/project-copy.js';
import type { Pool } from 'pg';
import { decideRequest } from './delivery-request.decider.js';
import { subscriptionOf } from './subscription-stream.js';

type Requested = DeliveryRequest | RequestedReplay;

/** Takes requests for deliveries; each request is a stream of one event. */
export class DeliveryRequests {
  constructor(
    private readonly store: EventStore,
    private readonly projects: Pick<ProjectCopy, 'requireActive'>,
    private readonly pool: Pick<Pool, 'query'>,
  ) {}

  /**
   * Appends a request for deliveries of an active subscription under an id that the sender made. The sender must have
   * checked that a delivery to retry belongs to the subscription. The append fails if the subscription has changed since
   * the decision.
   * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`, `request.invalid`,
   *   `subscription.limit_reached`, `delivery.transition_not_allowed`, `delivery.blocked`, `project.suspended`.
   */
  handle(command: ReceivedCommand<DeliveryRequestType>): Promise<Requested> {
    return handleCommand(this.store, { command, decide: (stream) => this.decideOn(stream, command) });
  }

  private async decideOn(
    stream: LoadedStream,
    command: ReceivedCommand<DeliveryRequestType>,
  ): Promise<Decision<Requested>> {
    const { key: request_id, project_id, payload } = command;
    const { subscription_id } = payload;
    this.projects.requireActive(project_id ?? '');
    const target = await this.store.read(subscription_id);
    const subscription = subscriptionOf(target);
    if (subscription === null || subscription.project_id !== project_id) {
      throw new ServiceError('subscription.not_found');
    }
    if (stream.version > 0) throw new ServiceError('subscription.transition_not_allowed');
    const waiting_tests = command.type === 'subscription.test' ? await this.waitingTests(subscription_id) : 0;
    const event = decideRequest(subscription, command, { now: target.readAt, request_id, waiting_tests });
    const events = newDataEvents(request_id, [event]);
    return {
      events,
      asserted: [{ stream_id: subscription_id, expected: target.version }],
      result: answerTo(event, events[0]?.event_id ?? ''),
    };
  }

  /** Counts planned tests only: of requests at the same moment, a few more than the bound may pass. */
  private async waitingTests(subscriptionId: string): Promise<number> {
    const { rows } = await this.pool.query(WAITING_TESTS, [subscriptionId, SUBSCRIPTION_BOUNDS.waitingTests]);
    return rows.length;
  }
}

/** Counts the queues of tests: the key of each is the id of an event. */
const WAITING_TESTS = `SELECT FROM webhook_dispatcher.queues
  WHERE subscription_id = $1 AND queue_key LIKE 'evt\\_%' LIMIT $2`;

function answerTo(event: DeliveryRequestEvent, event_id: string): Requested {
  const { request_id: id, subscription_id, occurred_at: created_at } = event;
  const request = { id, subscription_id, event_id, created_at };
  if (event.type !== 'service.subscription.replay_requested') return request;
  const { from, to, only_failed } = event;
  return { ...request, from, to, only_failed };
}
