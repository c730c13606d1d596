import { identified } from '../operations/identified-input.js';
import { defineOperation } from '../operations/operation.js';
import { Deliveries } from './deliveries.js';
import { DeliveryQuery } from './delivery.query.js';

const theDelivery = ({ delivery_id }: { delivery_id: string }) => [delivery_id];

const common = {
  access: 'subscribe',
  ofWholeProject: 'cannot see deliveries or have them retried, which reach all of the project',
  useCase: Deliveries,
} as const;

/** Operations on what became of events on their way to subscriptions. */
export const deliveryOperations = {
  list: defineOperation({
    ...common,
    name: 'delivery.list',
    kind: 'read',
    summary:
      'List a subscription’s deliveries with their attempts, newest first: all, or those in a state, of an event, of a type of event or of a time',
    input: identified('subscription_id', DeliveryQuery),
    answer: 'DeliveryPage',
    fails: ['subscription.not_found'],
    execute: (deliveries, { projectId }, { subscription_id, ...query }) =>
      deliveries.list(projectId, subscription_id, query),
    subjectsOf: ({ subscription_id }) => [subscription_id],
  }),

  read: defineOperation({
    ...common,
    name: 'delivery.read',
    kind: 'read',
    summary: 'Read a delivery with its attempts',
    input: identified('delivery_id'),
    answer: 'Delivery',
    fails: ['delivery.not_found'],
    execute: (deliveries, { projectId }, { delivery_id }) => deliveries.read(projectId, delivery_id),
    subjectsOf: theDelivery,
  }),

  retry: defineOperation({
    ...common,
    name: 'delivery.retry',
    kind: 'write',
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
    subjectsOf: theDelivery,
  }),
};
