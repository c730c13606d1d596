import { distinctIds } from '../admission/asked-ids.js';
import { identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import type { BatchItem } from '../interface/inputs/invalid-item.js';
import {
  BatchMember,
  ChoiceMember,
  ChoicesMember,
  SwitchMember,
  TextMember,
} from '../interface/inputs/members.js';
import { Deliveries } from './deliveries.js';
import { DeliveryRequests } from './delivery-request.js';
import { DeliveryStandings } from './delivery-standings.js';
import { DELIVERY_STATES, EVENT_TYPES, type DeliveryState } from '@service/contracts';
import { RangeEndMember } from '../interface/inputs/moment.member.js';
import { PageQuery } from '../interface/inputs/pagination.js';

const EVENT_ID = {
  pattern: /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  is: 'the id of an event: evt_ and 26 characters',
};

class DeliveryQuery extends PageQuery {
  @TextMember('Deliveries to this subscription.', { maxLength: 64, optional: true })
  subscription_id?: string;

  @ChoicesMember('Deliveries in these states.', { choices: DELIVERY_STATES, optional: true })
  state?: DeliveryState[];

  @SwitchMember('Deliveries of which an attempt has been made, or of which none has.', { optional: true })
  attempted?: boolean;

  @ChoiceMember('Deliveries of events of this type.', { choices: Object.keys(EVENT_TYPES), optional: true })
  event_type?: string;

  @TextMember('Deliveries of this event.', { minLength: 30, maxLength: 30, form: EVENT_ID, optional: true })
  event_id?: string;

  @RangeEndMember('Deliveries planned at or after this moment.', { optional: true })
  from?: string;

  @RangeEndMember('Deliveries planned before this moment.', { optional: true, notBefore: 'from' })
  to?: string;
}

class RetryBatchBody {
  @BatchMember('id')
  delivery_ids!: BatchItem<string>[];
}

const common = {
  access: 'subscribe',
  ofWholeProject: 'cannot see deliveries or have them retried, which reach all of the project',
  useCase: Deliveries,
} as const;

/** Operations on deliveries of events to subscriptions. */
export const deliveryOperations = {
  list: defineOperation({
    ...common,
    name: 'deliveries.list',
    http: 'GET /v1/deliveries',
    summary:
      'List deliveries with their attempts, newest first: all, or those to a subscription, in some states, attempted or not, of an event, of a type of event or of a time',
    input: DeliveryQuery,
    answer: 'DeliveryPage',
    execute: (deliveries, { projectId }, query) => deliveries.list(projectId, query),
    subjectsOf: ({ subscription_id }) => (subscription_id === undefined ? [] : [subscription_id]),
  }),

  read: defineOperation({
    ...common,
    name: 'deliveries.read',
    http: 'GET /v1/deliveries/:id',
    summary: 'Read a delivery with its attempts',
    input: identified('delivery_id'),
    answer: 'Delivery',
    fails: ['delivery.not_found'],
    execute: (deliveries, { projectId }, { delivery_id }) => deliveries.read(projectId, delivery_id),
  }),

  summary: defineOperation({
    ...common,
    name: 'deliveries.summary',
    http: 'GET /v1/deliveries/summary',
    summary:
      'Sum up the subscriptions of the project that are not revoked: whether their endpoints fail, since when, what comes next, and how much waits',
    answer: 'DeliverySummary',
    useCase: DeliveryStandings,
    execute: (standings, { projectId }) => standings.ofProject(projectId),
  }),

  count: defineOperation({
    ...common,
    name: 'deliveries.count',
    http: 'GET /v1/subscriptions/:id/deliveries/summary',
    summary: 'Count a subscription’s deliveries by state, and say whether its endpoint fails',
    input: identified('subscription_id'),
    answer: 'SubscriptionSummary',
    fails: ['subscription.not_found'],
    useCase: DeliveryStandings,
    execute: (standings, { projectId }, { subscription_id }) =>
      standings.ofSubscription(projectId, subscription_id),
  }),

  request: defineOperation({
    ...common,
    name: 'deliveries.request',
    http: 'GET /v1/deliveries/:id/request',
    summary:
      'Read what a delivery sends: its body, and its headers except those that are signed again for each attempt',
    input: identified('delivery_id'),
    answer: 'DeliveryRequest',
    fails: ['delivery.not_found'],
    useCase: DeliveryRequests,
    execute: (requests, call, { delivery_id }) => requests.read(call, delivery_id),
  }),

  retry: defineOperation({
    ...common,
    name: 'deliveries.retry',
    http: 'POST /v1/deliveries/:id/retry',
    status: 202,
    stepUp: false,
    summary:
      'Have a delivery attempted now, ahead of its schedule, which stays as it is, or once more after it was given up; answers the delivery as it is before',
    input: identified('delivery_id'),
    answer: 'Delivery',
    fails: [
      'delivery.not_found',
      'delivery.blocked',
      'delivery.transition_not_allowed',
      'subscription.transition_not_allowed',
    ],
    execute: (deliveries, call, { delivery_id }) => deliveries.retry(call, delivery_id),
  }),

  retryBatch: defineOperation({
    ...common,
    name: 'deliveries.retry_batch',
    http: 'POST /v1/deliveries/retry',
    stepUp: false,
    summary: 'Have up to 100 deliveries attempted now; one result or error for each, in order',
    input: RetryBatchBody,
    answer: 'DeliveryBatch',
    fails: ['request.batch_too_large'],
    itemsOf: ({ delivery_ids }) => delivery_ids.length,
    execute: (deliveries, call, { delivery_ids }) => deliveries.retryEach(call, delivery_ids),
    subjectsOf: ({ delivery_ids }) => distinctIds(delivery_ids),
  }),
};
