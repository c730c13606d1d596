import { describe, expect, it } from '@jest/globals';
import {
  ServiceError,
  type DeliveryState,
  type DeliveryRequestEvent,
  type EventType,
  type SubscriptionState,
} from '@service/contracts';
import { created } from '../testing/sample-subscription.js';
import { decideRequest, type DeliveryRequestCommand } from './delivery-request.decider.js';
import { evolve } from './subscription.decider.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const facts = { now, request_id: 'dlr_1', waiting_tests: 99 };
const subscription_id = 'sub_1';
const active = evolve(null, created);
const request = {
  request_id: 'dlr_1',
  subscription_id,
  project_id: 'prj_1',
  occurred_at: now.toISOString(),
};
const replay = (from: string, to: string | null = null): DeliveryRequestCommand => ({
  type: 'subscription.replay',
  payload: { subscription_id, from, to, only_failed: true },
});

const retry = (state: DeliveryState, blocked_by: string | null = null): DeliveryRequestCommand => ({
  type: 'subscription.retry',
  payload: { subscription_id, delivery_id: 'dlv_1', state, blocked_by },
});

const EVENTS: [DeliveryRequestCommand, DeliveryRequestEvent][] = [
  [
    { type: 'subscription.test', payload: { subscription_id } },
    { type: 'service.subscription.tested', ...request },
  ],
  [
    { type: 'subscription.test', payload: { subscription_id, event_type: 'service.record.revoked' } },
    { type: 'service.subscription.tested', ...request, event_type: 'service.record.revoked' },
  ],
  [retry('exhausted'), { type: 'service.subscription.retry_requested', ...request, delivery_id: 'dlv_1' }],
  [
    replay('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'),
    {
      type: 'service.subscription.replay_requested',
      ...request,
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
      only_failed: true,
    },
  ],
];

const refusalOf = (state: SubscriptionState, command: DeliveryRequestCommand) => {
  try {
    decideRequest({ ...active, state }, command, facts);
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.extras.details?.[0]?.field];
    throw error;
  }
  return null;
};

describe.each(EVENTS)('%j', (command, event) => {
  it('is accepted for an active subscription', () => {
    expect(decideRequest(active, command, facts)).toEqual(event);
  });

  it.each(['disabled', 'revoked'] as const)('is refused for one that is %s', (state) => {
    expect(refusalOf(state, command)).toEqual(['subscription.transition_not_allowed', undefined]);
  });
});

describe('a test', () => {
  it('is of a type of event', () => {
    const event_type = 'service.subscription.created' as EventType;
    const test = { type: 'subscription.test', payload: { subscription_id, event_type } } as const;
    expect(refusalOf('active', test)).toEqual(['request.invalid', 'type']);
  });
});

describe('a retry', () => {
  it.each([
    [retry('succeeded'), 'delivery.transition_not_allowed'],
    [retry('cancelled'), 'delivery.transition_not_allowed'],
    [retry('pending', 'dlv_0'), 'delivery.blocked'],
  ])('%j is refused', (command, code) => {
    expect(refusalOf('active', command)).toEqual([code, undefined]);
    expect(refusalOf('revoked', command)).toEqual([code, undefined]);
  });
});

describe('a replay', () => {
  it.each([[null], ['2026-11-21T12:00:00.001Z'], ['2090-01-01T00:00:00.000Z']])(
    'until %s ends now',
    (until) => {
      const event = decideRequest(active, replay('2026-11-21T11:00:00.000Z', until), facts);
      expect(event).toMatchObject({ to: '2026-11-21T12:00:00.000Z' });
    },
  );

  it('begins at most 30 days back', () => {
    expect(refusalOf('active', replay('2026-10-22T12:00:00.000Z'))).toBeNull();
    expect(refusalOf('active', replay('2026-10-22T11:59:59.999Z'))).toEqual(['request.invalid', 'from']);
  });

  it.each([
    ['after it ends', '2026-11-21T10:00:00.000Z', '2026-11-21T09:59:59.999Z'],
    ['in the future', '2026-11-21T12:00:00.001Z', null],
    ['at an invalid time', 'yesterday', null],
  ])('does not begin %s', (_, from, to) => {
    expect(refusalOf('active', replay(from, to))).toEqual(['request.invalid', 'from']);
  });
});
