import { identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ReplayCounts } from './replay-count.js';
import { ReplayCountQuery } from './replay-count.query.js';
import { ReplayQuery } from './replay.query.js';
import { Replays } from './replays.js';

const common = {
  access: 'subscribe',
  ofWholeProject: 'cannot see replays, which reach all of the project',
  useCase: Replays,
} as const;

/** Operations on replays, which `subscriptions.replay` requests. */
export const replayOperations = {
  list: defineOperation({
    ...common,
    name: 'replays.list',
    http: 'GET /v1/subscriptions/:id/replays',
    summary: 'List a subscription’s replays, newest first',
    input: identified('subscription_id', ReplayQuery),
    answer: 'ReplayPage',
    fails: ['subscription.not_found'],
    execute: (replays, { projectId }, { subscription_id, ...query }) =>
      replays.list(projectId, subscription_id, query),
  }),

  read: defineOperation({
    ...common,
    name: 'replays.read',
    http: 'GET /v1/replays/:id',
    summary: 'Read a replay: how many of its deliveries are planned, and what became of them',
    input: identified('replay_id'),
    answer: 'Replay',
    fails: ['replay.not_found'],
    execute: (replays, { projectId }, { replay_id }) => replays.read(projectId, replay_id),
  }),

  count: defineOperation({
    ...common,
    name: 'replays.count',
    http: 'GET /v1/subscriptions/:id/replays/count',
    summary: 'Count what a replay of a span would deliver, without requesting it',
    input: identified('subscription_id', ReplayCountQuery),
    answer: 'ReplayCount',
    fails: ['subscription.not_found'],
    useCase: ReplayCounts,
    execute: (counts, { projectId }, { subscription_id, ...query }) =>
      counts.of(projectId, subscription_id, query),
  }),
};
