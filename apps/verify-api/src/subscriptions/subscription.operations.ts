import type { ErrorCode } from '@service/contracts';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { RotateBody } from '../interface/inputs/rotate.body.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ReplayBody, SubscribeBody, TestBody, UpdateSubscriptionBody } from './subscription.bodies.js';
import { SubscriptionQuery } from './subscription.query.js';
import { Subscriptions } from './subscriptions.js';

const REQUEST_FAILS: readonly ErrorCode[] = ['subscription.not_found', 'subscription.transition_not_allowed'];
const CHANGE_FAILS: readonly ErrorCode[] = [...REQUEST_FAILS, 'subscription.version_conflict'];

/** A subscription gets all events of a project, so only callers that reach all of it may see or change one. */
const common = {
  access: 'subscribe',
  ofWholeProject: 'cannot see or change subscriptions, which reach all of the project',
  useCase: Subscriptions,
} as const;
const onOne = { ...common, stepUp: true, fails: CHANGE_FAILS } as const;

/** Operations on the subscriptions of the caller's project: where its events are delivered to. */
export const subscriptionOperations = {
  create: defineOperation({
    ...common,
    name: 'subscriptions.create',
    http: 'POST /v1/subscriptions',
    status: 201,
    stepUp: true,
    summary: 'Subscribe an endpoint to events; its secret is in this answer and never again',
    input: SubscribeBody,
    answer: 'SubscriptionWithSecret',
    answersSecret: true,
    fails: ['subscription.endpoint_not_allowed', 'subscription.limit_reached'],
    execute: (subscriptions, call, { metadata = {}, description = null, ...terms }) =>
      subscriptions.create(call, { ...terms, description }, metadata),
  }),

  list: defineOperation({
    ...common,
    name: 'subscriptions.list',
    http: 'GET /v1/subscriptions',
    summary: 'List subscriptions, newest first',
    input: SubscriptionQuery,
    answer: 'SubscriptionPage',
    execute: (subscriptions, { projectId }, query) => subscriptions.list(projectId, query),
  }),

  read: defineOperation({
    ...common,
    name: 'subscriptions.read',
    http: 'GET /v1/subscriptions/:id',
    summary: 'Read a subscription',
    input: identified('subscription_id'),
    answer: 'Subscription',
    fails: ['subscription.not_found', 'subscription.version_conflict'],
    execute: (subscriptions, { projectId }, { subscription_id }) =>
      subscriptions.read(projectId, subscription_id),
  }),

  update: defineOperation({
    ...onOne,
    name: 'subscriptions.update',
    http: 'PATCH /v1/subscriptions/:id',
    summary: 'Change a subscription’s endpoint, categories, description, signatures or metadata',
    input: change('subscription_id', UpdateSubscriptionBody),
    answer: 'Subscription',
    fails: [...CHANGE_FAILS, 'subscription.endpoint_not_allowed'],
    execute: (subscriptions, call, { subscription_id, ...payload }) =>
      subscriptions.change('subscription.update', call, subscription_id, payload),
  }),

  revoke: defineOperation({
    ...onOne,
    name: 'subscriptions.revoke',
    http: 'POST /v1/subscriptions/:id/revoke',
    summary: 'Revoke a subscription, which is final; nothing is delivered to it any more',
    input: change('subscription_id', ReasonBody),
    answer: 'Subscription',
    execute: (subscriptions, call, { subscription_id, ...payload }) =>
      subscriptions.change('subscription.revoke', call, subscription_id, payload),
  }),

  rotate: defineOperation({
    ...onOne,
    name: 'subscriptions.rotate',
    http: 'POST /v1/subscriptions/:id/rotate',
    summary: 'Give a subscription a new secret, which is in this answer and never again',
    input: change('subscription_id', RotateBody),
    answer: 'SubscriptionWithSecret',
    answersSecret: true,
    fails: [...CHANGE_FAILS, 'subscription.rotating'],
    execute: (subscriptions, call, { subscription_id, ...rotation }) =>
      subscriptions.rotate(call, subscription_id, rotation),
  }),

  disable: defineOperation({
    ...onOne,
    name: 'subscriptions.disable',
    http: 'POST /v1/subscriptions/:id/disable',
    // The subscriber would miss revocations in the meantime, and nothing sends these afterwards by itself.
    stepUp: true,
    summary: 'Disable a subscription; nothing is delivered meanwhile',
    input: change('subscription_id', ReasonBody),
    answer: 'Subscription',
    execute: (subscriptions, call, { subscription_id, ...payload }) =>
      subscriptions.change('subscription.disable', call, subscription_id, payload),
  }),

  enable: defineOperation({
    ...onOne,
    name: 'subscriptions.enable',
    http: 'POST /v1/subscriptions/:id/enable',
    summary: 'Enable a disabled subscription',
    input: change('subscription_id'),
    answer: 'Subscription',
    execute: (subscriptions, call, { subscription_id, ...payload }) =>
      subscriptions.change('subscription.enable', call, subscription_id, payload),
  }),

  test: defineOperation({
    ...onOne,
    name: 'subscriptions.test',
    http: 'POST /v1/subscriptions/:id/test',
    status: 202,
    stepUp: false,
    summary:
      'Have a test event delivered to a subscription, and to it alone: a sample of an event of any type, about a subject that does not exist, marked by `test`',
    input: identified('subscription_id', TestBody),
    answer: 'TestRequest',
    fails: [...REQUEST_FAILS, 'subscription.limit_reached'],
    execute: (subscriptions, call, { subscription_id, type }) =>
      subscriptions.test(call, subscription_id, type),
  }),

  replay: defineOperation({
    ...onOne,
    name: 'subscriptions.replay',
    http: 'POST /v1/subscriptions/:id/replays',
    status: 202,
    summary: 'Have what happened in a span delivered once more, under the same event ids',
    input: identified('subscription_id', ReplayBody),
    answer: 'Replay',
    fails: REQUEST_FAILS,
    execute: (subscriptions, call, { subscription_id, from, to, only_failed }) => {
      const span = { from, to: to ?? null, only_failed };
      return subscriptions.replay(call, subscription_id, span);
    },
  }),
};
