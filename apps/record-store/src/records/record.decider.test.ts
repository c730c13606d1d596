import { describe, expect, it } from '@jest/globals';
import {
  RECORD_TRANSITIONS,
  type Digest,
  type RecordEvent,
  type RecordEventType,
  type RecordState,
} from '@service/evidence';
import { givenFor } from '@service/testing';
import { decide, evolve, type AuthorityFacts, type RecordCommand } from './record.decider.js';

const given = givenFor({ decide, evolve });

const digest = (digit: string): Digest => `sha256:${digit.repeat(64)}`;
const now = new Date('2026-11-21T12:00:00.000Z');
const reason = 'because';

/** The authority as it stood at the registration, and as it stands now. */
const thenNamed = { id: 'aut_1', version: 1, digest: digest('a') };
const nowNamed = { id: 'aut_1', version: 3, digest: digest('b') };
const authority: AuthorityFacts = {
  reference: nowNamed,
  issuer: 'Example Registry',
  public_key: null,
  state: 'active',
};
const chain = { log: 'example.org/log/development', project_id: 'prj_1' };

const registered: RecordEvent = {
  type: 'service.record.registered',
  occurred_at: '2026-11-21T03:00:00.000Z',
  authority: thenNamed,
  issuer: 'Example Registry',
  state: 'active',
  origin: 'https://registry.example/42',
  external_id: '42',
  expires_at: '2027-01-01T00:00:00.000Z',
  successor_id: null,
  content_digest: digest('1'),
  issuer_signature: null,
};
const suspended: RecordEvent = { ...registered, type: 'service.record.suspended', state: 'suspended' };
const superseded: RecordEvent = {
  ...registered,
  type: 'service.record.superseded',
  state: 'superseded',
  successor_id: 'rec_2',
};
const expired: RecordEvent = { ...registered, type: 'service.record.expired', state: 'expired' };
const revoked: RecordEvent = { ...registered, type: 'service.record.revoked', state: 'revoked' };

const HISTORIES: Record<RecordState | 'none', RecordEvent[]> = {
  none: [],
  active: [registered],
  suspended: [registered, suspended],
  superseded: [registered, superseded],
  expired: [registered, expired],
  revoked: [registered, revoked],
};

const moment = { now, authority };
const COMMANDS: Record<RecordEventType, RecordCommand> = {
  'service.record.registered': {
    type: 'record.register',
    origin: 'https://registry.example/42',
    external_id: '42',
    expires_at: '2027-01-01T00:00:00.000Z',
    content_digest: digest('1'),
    issuer_signature: null,
    chain,
    ...moment,
  },
  'service.record.amended': {
    type: 'record.amend',
    reason,
    content_digest: digest('2'),
    issuer_signature: null,
    chain,
    ...moment,
  },
  'service.record.suspended': { type: 'record.suspend', reason, ...moment },
  'service.record.reinstated': { type: 'record.reinstate', reason, ...moment },
  'service.record.superseded': {
    type: 'record.supersede',
    reason,
    record_id: 'rec_1',
    successor_id: 'rec_2',
    successor: { id: 'rec_2', state: 'active' },
    ...moment,
  },
  'service.record.expired': { type: 'record.expire', ...moment },
  'service.record.revoked': { type: 'record.revoke', reason, ...moment },
};

/** Members that a transition changes, beside the state and the authority's element. */
const CHANGES: Partial<Record<RecordEventType, Partial<RecordEvent>>> = {
  'service.record.amended': { content_digest: digest('2') },
  'service.record.superseded': { successor_id: 'rec_2' },
};

const refused = 'record.transition_not_allowed';
const exists = 'record.already_exists';
const missing = 'record.not_found';
const final = { superseded: refused, expired: refused, revoked: refused };

/** What each command does to a record whose time is not over: the state it leads to, or a refusal. */
const OUTCOMES: Record<RecordEventType, Record<keyof typeof HISTORIES, string>> = {
  'service.record.registered': {
    none: 'active',
    active: exists,
    suspended: exists,
    superseded: exists,
    expired: exists,
    revoked: exists,
  },
  'service.record.amended': { none: missing, active: 'active', suspended: refused, ...final },
  'service.record.suspended': { none: missing, active: 'suspended', suspended: refused, ...final },
  'service.record.reinstated': { none: missing, active: refused, suspended: 'active', ...final },
  'service.record.superseded': { none: missing, active: 'superseded', suspended: 'superseded', ...final },
  'service.record.expired': {
    none: missing,
    active: 'nothing',
    suspended: 'nothing',
    superseded: 'nothing',
    expired: 'nothing',
    revoked: 'nothing',
  },
  'service.record.revoked': { none: missing, active: 'revoked', suspended: 'revoked', ...final },
};

const types = Object.keys(RECORD_TRANSITIONS) as RecordEventType[];
const states = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[];
const cases = types.flatMap((type) =>
  states.map((state) => ({ type, state, outcome: OUTCOMES[type][state] })),
);

describe('every command on a record in every state', () => {
  it.each(cases)('$state, $type: $outcome', ({ type, state, outcome }) => {
    const history = HISTORIES[state];
    const decided = given(...history).when(COMMANDS[type]);
    if (outcome === 'nothing') {
      decided.then([]);
    } else if (outcome.startsWith('record.')) {
      decided.fails(outcome);
    } else {
      const event = {
        ...(history[history.length - 1] ?? registered),
        type,
        occurred_at: '2026-11-21T12:00:00.000Z',
        authority: nowNamed,
        ...CHANGES[type],
        state: outcome as RecordState,
      };
      decided.then([{ event, reason: type === 'service.record.registered' ? null : reason }]);
    }
  });
});

describe('a refusal', () => {
  it('says what a record of its state cannot be', () => {
    given(registered)
      .when(COMMANDS['service.record.reinstated'])
      .fails(refused, { message: 'A record that is active cannot be reinstated.' });
  });
});

describe('a record as its elements leave it', () => {
  it('says nothing of how they are linked, and how many there were', () => {
    const element = { ...registered, salt: 'AAAA', previous: null };
    expect(evolve(null, element)).toEqual({ ...registered, version: 1 });
    expect(evolve(evolve(null, element), { ...element, ...suspended })).toEqual({ ...suspended, version: 2 });
  });
});
