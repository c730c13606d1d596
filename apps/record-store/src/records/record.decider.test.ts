import { describe, expect, it } from '@jest/globals';
import {
  RECORD_TRANSITIONS,
  type RecordEvent,
  type RecordEventType,
  type RecordState,
} from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve, type RecordCommand } from './record.decider.js';

const given = givenFor({ decide, evolve });

const { digest, reason } = sample;

/** The authority at the registration, and now. */
const thenNamed = { id: 'aut_1', version: 1, digest: digest('a') };
const nowNamed = { id: 'aut_1', version: 3, digest: digest('b') };
const facts = sample.factsAt('2026-11-21T12:00:00.000Z', {
  authority: { ...sample.authority, reference: nowNamed },
});

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

const COMMANDS: Record<RecordEventType, RecordCommand> = {
  'service.record.registered': sample.register({ external_id: '42' }),
  'service.record.amended': sample.amend(),
  'service.record.suspended': sample.suspend,
  'service.record.reinstated': sample.reinstate,
  'service.record.superseded': sample.supersede(),
  'service.record.expired': sample.expire,
  'service.record.revoked': sample.revoke,
};

/** Members that a transition changes, besides the state and the authority's element. */
const CHANGES: Partial<Record<RecordEventType, Partial<RecordEvent>>> = {
  'service.record.amended': { content_digest: digest('2') },
  'service.record.superseded': { successor_id: 'rec_2' },
  'service.record.revoked': { successor_id: null },
};

const refused = 'record.transition_not_allowed';
const exists = 'record.already_exists';
const missing = 'record.not_found';
const over = { superseded: refused, expired: refused, revoked: refused };

/** The effect of each command on a record that is not due: the resulting state, or a refusal. */
const OUTCOMES: Record<RecordEventType, Record<keyof typeof HISTORIES, string>> = {
  'service.record.registered': {
    none: 'active',
    active: exists,
    suspended: exists,
    superseded: exists,
    expired: exists,
    revoked: exists,
  },
  'service.record.amended': { none: missing, active: 'active', suspended: refused, ...over },
  'service.record.suspended': { none: missing, active: 'suspended', suspended: refused, ...over },
  'service.record.reinstated': { none: missing, active: refused, suspended: 'active', ...over },
  'service.record.superseded': { none: missing, active: 'superseded', suspended: 'superseded', ...over },
  'service.record.expired': {
    none: missing,
    active: 'nothing',
    suspended: 'nothing',
    superseded: 'nothing',
    expired: 'nothing',
    revoked: 'nothing',
  },
  'service.record.revoked': {
    none: missing,
    active: 'revoked',
    suspended: 'revoked',
    superseded: 'revoked',
    expired: 'revoked',
    revoked: refused,
  },
};

const types = Object.keys(RECORD_TRANSITIONS) as RecordEventType[];
const states = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[];
const cases = types.flatMap((type) =>
  states.map((state) => ({ type, state, outcome: OUTCOMES[type][state] })),
);

describe('every command on a record in every state', () => {
  it.each(cases)('$state, $type: $outcome', ({ type, state, outcome }) => {
    const history = HISTORIES[state];
    const decided = given(...history).when(COMMANDS[type], facts);
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
  it('names the state of the record, and its version', () => {
    given(registered, suspended).when(COMMANDS['service.record.amended'], facts).fails(refused, {
      message: 'A record that is suspended cannot be amended.',
      current_version: 2,
      current_state: 'suspended',
    });
  });
});

describe('a record after its elements', () => {
  it('holds nothing of their linkage, and how many there were', () => {
    const element = { ...registered, salt: 'AAAA', previous: null };
    expect(evolve(null, element)).toEqual({ ...registered, version: 1 });
    expect(evolve(evolve(null, element), { ...element, ...suspended })).toEqual({ ...suspended, version: 2 });
  });
});
