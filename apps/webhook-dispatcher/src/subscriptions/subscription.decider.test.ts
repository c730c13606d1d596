import { describe, expect, it } from '@jest/globals';
import type {
  SubscriptionEvent,
  SubscriptionSecret,
  SubscriptionState,
  SubscriptionTerms,
} from '@service/contracts';
import { givenFor } from '@service/testing';
import { created, secretNamed } from '../testing/sample-subscription.js';
import { decide, evolve, type SubscriptionCommand, type SubscriptionFacts } from './subscription.decider.js';

const given = givenFor({ decide, evolve });

const now = new Date('2026-11-21T12:00:00.000Z');
const occurred_at = now.toISOString();
const reason = 'because';
const { secret, endpoint, signatures } = created;
const terms = { endpoint, categories: ['record'], description: null, signatures };
const disabled: SubscriptionEvent = {
  type: 'service.subscription.disabled',
  cause: 'requested',
  reason,
  occurred_at: '2026-11-21T04:00:00.000Z',
};
const revoked: SubscriptionEvent = {
  type: 'service.subscription.revoked',
  reason,
  occurred_at: '2026-11-21T05:00:00.000Z',
};

const HISTORIES: Record<SubscriptionState | 'none', SubscriptionEvent[]> = {
  none: [],
  active: [created],
  disabled: [created, disabled],
  revoked: [created, disabled, revoked],
};

const facts: SubscriptionFacts = {
  now,
  subscription_id: 'sub_1',
  project_id: 'prj_1',
  issued_by: 'crd_1',
  endpoint_fault: null,
  live_in_project: 49,
};
const expected_version = null;
const create = (changes: Partial<SubscriptionTerms> = {}): SubscriptionCommand => ({
  type: 'subscription.create',
  payload: { secret, ...terms, ...changes },
});
const update = (changes: Partial<SubscriptionTerms> = {}): SubscriptionCommand => ({
  type: 'subscription.update',
  payload: { ...changes, expected_version },
});
const rotate = (overlap_seconds: number, force = false): SubscriptionCommand => ({
  type: 'subscription.rotate',
  payload: { secret: secretNamed('second'), overlap_seconds, force, expected_version },
});
const reencrypt = (secrets: SubscriptionSecret[]): SubscriptionCommand => ({
  type: 'subscription.reencrypt',
  payload: { secrets },
});
const reencrypted = {
  ...secretNamed('first'),
  hmac: { sealing_key_id: 'fedcba9876543210', sealed: 'hmac first again' },
};
const COMMANDS: Record<SubscriptionCommand['type'], SubscriptionCommand> = {
  'subscription.create': create(),
  'subscription.update': update({ description: 'Ours' }),
  'subscription.rotate': rotate(60),
  'subscription.reencrypt': reencrypt([reencrypted]),
  'subscription.disable': { type: 'subscription.disable', payload: { reason, expected_version } },
  'subscription.give_up': { type: 'subscription.give_up', payload: { cause: 'gone', reason } },
  'subscription.enable': { type: 'subscription.enable', payload: { expected_version } },
  'subscription.revoke': { type: 'subscription.revoke', payload: { reason, expected_version } },
};
const EVENTS: Record<SubscriptionCommand['type'], SubscriptionEvent> = {
  'subscription.create': { ...created, occurred_at },
  'subscription.update': {
    type: 'service.subscription.updated',
    ...terms,
    description: 'Ours',
    occurred_at,
  },
  'subscription.rotate': {
    type: 'service.subscription.secret_rotated',
    secret: secretNamed('second'),
    overlap_ends_at: '2026-11-21T12:01:00.000Z',
    occurred_at,
  },
  'subscription.reencrypt': {
    type: 'service.subscription.secrets_resealed',
    secrets: [reencrypted],
    occurred_at,
  },
  'subscription.disable': { type: 'service.subscription.disabled', cause: 'requested', reason, occurred_at },
  'subscription.give_up': { type: 'service.subscription.disabled', cause: 'gone', reason, occurred_at },
  'subscription.enable': { type: 'service.subscription.enabled', occurred_at },
  'subscription.revoke': { type: 'service.subscription.revoked', reason, occurred_at },
};

const happens = 'happens';
const refused = 'subscription.transition_not_allowed';
const missing = 'subscription.not_found';
const TABLE: [SubscriptionCommand['type'], Record<SubscriptionState | 'none', string>][] = [
  ['subscription.create', { none: happens, active: refused, disabled: refused, revoked: refused }],
  ['subscription.update', { none: missing, active: happens, disabled: happens, revoked: refused }],
  ['subscription.rotate', { none: missing, active: happens, disabled: happens, revoked: refused }],
  ['subscription.reencrypt', { none: missing, active: happens, disabled: happens, revoked: refused }],
  ['subscription.disable', { none: missing, active: happens, disabled: refused, revoked: refused }],
  ['subscription.give_up', { none: missing, active: happens, disabled: refused, revoked: refused }],
  ['subscription.enable', { none: missing, active: refused, disabled: happens, revoked: refused }],
  ['subscription.revoke', { none: missing, active: happens, disabled: happens, revoked: refused }],
];

describe.each(TABLE)('%s', (type, outcomes) => {
  it.each(Object.entries(outcomes))('where the subscription is %s: %s', (state, outcome) => {
    const expectation = given(HISTORIES[state as keyof typeof HISTORIES]).when(COMMANDS[type], facts);
    if (outcome === happens) expectation.then([EVENTS[type]]);
    else expectation.fails(outcome);
  });
});

describe('terms', () => {
  const details = (field: string, issue: string) => ({ details: [{ field, issue }] });

  it.each<[string, object, string, string]>([
    ['no categories', { categories: [] }, 'categories', 'must name at least one category'],
    [
      'an unknown category',
      { categories: ['record', 'weather'] },
      'categories[1]',
      'is no category of /v1/event-categories',
    ],
    ['a category twice', { categories: ['record', 'record'] }, 'categories', 'must name no category twice'],
    ['an empty description', { description: '' }, 'description', 'must be a text of 1 to 500 characters'],
    [
      'a long description',
      { description: '𝒳'.repeat(501) },
      'description',
      'must be a text of 1 to 500 characters',
    ],
    ['no v1', { signatures: ['v1a'] }, 'signatures', 'must be v1, or v1 and v1a'],
    ['v1 twice', { signatures: ['v1', 'v1'] }, 'signatures', 'must be v1, or v1 and v1a'],
    ['an unknown signature', { signatures: ['v1', 'v2'] }, 'signatures', 'must be v1, or v1 and v1a'],
    ['an empty endpoint', { endpoint: '' }, 'endpoint', 'must be a text of 1 to 2048 characters'],
  ])('with %s are refused', (_, members, field, issue) => {
    given().when(create(members), facts).fails('request.invalid', details(field, issue));
    given(created).when(update(members), facts).fails('request.invalid', details(field, issue));
  });

  it('may ask for a signature that others can check, and be without it again', () => {
    const both: SubscriptionTerms['signatures'] = ['v1', 'v1a'];
    given(created)
      .when(update({ signatures: both }), facts)
      .then({ type: 'service.subscription.updated', ...terms, signatures: both, occurred_at });
    given({ ...created, signatures: both })
      .when(update({ signatures: ['v1'] }), facts)
      .then({ type: 'service.subscription.updated', ...terms, occurred_at });
  });

  it('may name single types of event, and 500 characters', () => {
    const wanted = { categories: ['service.record.revoked', 'authority'], description: '𝒳'.repeat(500) };
    given()
      .when(create(wanted), facts)
      .then({ ...created, ...wanted, occurred_at });
  });
});

describe('an endpoint', () => {
  const sent = 'HTTPS://Receiver.Example:443/events\r\n?a=ü';
  const endpoint = 'https://receiver.example/events?a=%C3%BC';

  it('is kept as its URL is parsed, so that what is shown is what is used', () => {
    given()
      .when(create({ endpoint: sent }), facts)
      .then({ ...created, endpoint, occurred_at });
    given({ ...created, endpoint: 'https://receiver.example/old' })
      .when(update({ endpoint: sent }), facts)
      .then({ type: 'service.subscription.updated', ...terms, endpoint, occurred_at });
  });

  it('that is written in another way is no change', () => {
    given({ ...created, endpoint })
      .when(update({ endpoint: sent }), facts)
      .then([]);
  });
});

describe('an endpoint that is not allowed', () => {
  const bad = { endpoint: 'https://internal.example' };
  const faulty = { ...facts, endpoint_fault: 'is private' };
  const refusal = { details: [{ field: 'endpoint', issue: 'is private' }] };

  it('is refused, and not checked again if it does not change', () => {
    given().when(create(bad), faulty).fails('subscription.endpoint_not_allowed', refusal);
    given(created).when(update(bad), faulty).fails('subscription.endpoint_not_allowed', refusal);
    given(created)
      .when(update({ endpoint, description: 'Ours' }), faulty)
      .then(EVENTS['subscription.update']);
  });
});

describe('a project', () => {
  it('has at most 50 subscriptions that are not revoked', () => {
    given()
      .when(create(), { ...facts, live_in_project: 50 })
      .fails('subscription.limit_reached');
  });
});

describe('an update that changes nothing', () => {
  it('makes no new version', () => {
    given(created).when(update(terms), facts).then([]);
  });
});

describe('a rotation', () => {
  it.each([-1, 0.5, 604_801, Number.NaN])('does not overlap for %s seconds', (overlap_seconds) => {
    given(created).when(rotate(overlap_seconds), facts).fails('request.invalid');
  });

  const secretsAfter = (...events: SubscriptionEvent[]) =>
    [created, ...events].reduce(evolve, null as never as ReturnType<typeof evolve>).secrets;
  const rotated = (name: string, overlap_ends_at: string): SubscriptionEvent => ({
    type: 'service.subscription.secret_rotated',
    secret: secretNamed(name),
    overlap_ends_at,
    occurred_at,
  });
  const later = '2026-11-22T12:00:00.000Z';

  it('keeps the previous secret for the overlap only', () => {
    expect(secretsAfter(rotated('second', later))).toMatchObject([
      { public_key: 'second', works_until: null },
      { public_key: 'first', works_until: later },
    ]);
    expect(secretsAfter(rotated('second', occurred_at))).toMatchObject([{ public_key: 'second' }]);
  });

  it('is refused while an overlap runs, unless it is forced', () => {
    const overlap_ends_at = '2026-11-21T12:00:00.001Z';
    given(created, rotated('former', overlap_ends_at))
      .when(rotate(0), facts)
      .fails('subscription.rotating', {
        message: `The secret is rotating: deliveries are signed with the old one until ${overlap_ends_at}.`,
        overlap_ends_at,
      });
    const event = EVENTS['subscription.rotate'];
    given(created, rotated('former', overlap_ends_at)).when(rotate(60, true), facts).then(event);
    given(created, rotated('former', occurred_at)).when(rotate(60), facts).then(event);
  });

  it('made twice ends the oldest', () => {
    const names = secretsAfter(rotated('second', later), rotated('third', later)).map(
      ({ public_key }) => public_key,
    );
    expect(names).toEqual(['third', 'second']);
  });
});

describe('reencrypted secrets', () => {
  it.each([
    ['of others', [secretNamed('second')]],
    ['of more than there are', [reencrypted, secretNamed('second')]],
    ['of fewer', []],
  ])('are refused if they are those %s', (_, secrets) => {
    given(created).when(reencrypt(secrets), facts).fails(refused);
  });
});

describe('a clock that was set back', () => {
  it('does not reverse the order of events', () => {
    const early = new Date('2020-01-01T00:00:00.000Z');
    given(created, disabled)
      .when(COMMANDS['subscription.enable'], { ...facts, now: early })
      .then({ type: 'service.subscription.enabled', occurred_at: disabled.occurred_at });
  });
});
