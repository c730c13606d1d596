import { describe, expect, it } from '@jest/globals';
import {
  AUTHORITY_TRANSITIONS,
  type AuthorityEvent,
  type AuthorityEventType,
  type AuthorityState,
} from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve, type AuthorityCommand } from './authority.decider.js';

const given = givenFor({ decide, evolve });

const facts = { now: new Date('2026-11-21T12:00:00.000Z'), is_full: false };
const { reason } = sample;
const granted: AuthorityEvent = {
  type: 'service.authority.granted',
  occurred_at: '2026-11-21T03:00:00.000Z',
  issuer: 'Example Registry',
  scope: ['land'],
  valid_until: '2027-01-01T00:00:00.000Z',
  public_key: null,
  state: 'active',
  cause: null,
  invalid_since: null,
};
const suspended: AuthorityEvent = { ...granted, type: 'service.authority.suspended', state: 'suspended' };
const expired: AuthorityEvent = { ...granted, type: 'service.authority.expired', state: 'expired' };
const revoked: AuthorityEvent = {
  ...granted,
  type: 'service.authority.revoked',
  state: 'revoked',
  cause: 'ceased',
};

const HISTORIES: Record<AuthorityState | 'none', AuthorityEvent[]> = {
  none: [],
  active: [granted],
  suspended: [granted, suspended],
  expired: [granted, expired],
  revoked: [granted, revoked],
};

const COMMANDS: Record<AuthorityEventType, AuthorityCommand> = {
  'service.authority.granted': sample.grant('2027-01-01T00:00:00.000Z'),
  'service.authority.renewed': sample.renew('2028-01-01T00:00:00.000Z'),
  'service.authority.scope_changed': sample.rescope('sea', 'air'),
  'service.authority.suspended': sample.suspend,
  'service.authority.reinstated': sample.reinstate,
  'service.authority.expired': sample.expire,
  'service.authority.revoked': sample.revoke('withdrawn'),
};

/** Members that a transition changes, besides the state. */
const CHANGES: Partial<Record<AuthorityEventType, Partial<AuthorityEvent>>> = {
  'service.authority.renewed': { valid_until: '2028-01-01T00:00:00.000Z' },
  'service.authority.scope_changed': { scope: ['sea', 'air'] },
  'service.authority.revoked': { cause: 'withdrawn' },
};

const refused = 'authority.transition_not_allowed';
const missing = 'authority.not_found';

/** The effect of each command on an authority that is not due: the resulting state, or a refusal. */
const OUTCOMES: Record<AuthorityEventType, Record<keyof typeof HISTORIES, string>> = {
  'service.authority.granted': {
    none: 'active',
    active: refused,
    suspended: refused,
    expired: refused,
    revoked: refused,
  },
  'service.authority.renewed': {
    none: missing,
    active: 'active',
    suspended: 'suspended',
    expired: 'active',
    revoked: refused,
  },
  'service.authority.scope_changed': {
    none: missing,
    active: 'active',
    suspended: 'suspended',
    expired: refused,
    revoked: refused,
  },
  'service.authority.suspended': {
    none: missing,
    active: 'suspended',
    suspended: refused,
    expired: refused,
    revoked: refused,
  },
  'service.authority.reinstated': {
    none: missing,
    active: refused,
    suspended: 'active',
    expired: refused,
    revoked: refused,
  },
  'service.authority.expired': {
    none: missing,
    active: 'nothing',
    suspended: 'nothing',
    expired: 'nothing',
    revoked: 'nothing',
  },
  'service.authority.revoked': {
    none: missing,
    active: 'revoked',
    suspended: 'revoked',
    expired: 'revoked',
    revoked: refused,
  },
};

const types = Object.keys(AUTHORITY_TRANSITIONS) as AuthorityEventType[];
const states = Object.keys(HISTORIES) as (keyof typeof HISTORIES)[];
const cases = types.flatMap((type) =>
  states.map((state) => ({ type, state, outcome: OUTCOMES[type][state] })),
);

describe('every command on an authority in every state', () => {
  it.each(cases)('$state, $type: $outcome', ({ type, state, outcome }) => {
    const history = HISTORIES[state];
    const decided = given(history).when(COMMANDS[type], facts);
    if (outcome === 'nothing') {
      decided.then([]);
    } else if (outcome === refused || outcome === missing) {
      decided.fails(outcome);
    } else {
      const event = {
        ...(history[history.length - 1] ?? granted),
        type,
        occurred_at: '2026-11-21T12:00:00.000Z',
        ...CHANGES[type],
        state: outcome as AuthorityState,
      };
      decided.then([{ event, reason: type === 'service.authority.granted' ? null : reason }]);
    }
  });
});

describe('an authority after its elements', () => {
  it('holds nothing of their linkage, and how many there were', () => {
    const head = evolve(null, { ...granted, salt: 'AAAA', previous: null } as AuthorityEvent);
    expect(head).toEqual({ ...granted, version: 1 });
    expect(evolve(head, suspended)).toEqual({ ...suspended, version: 2 });
  });
});

describe('a refusal', () => {
  it('names the state of the authority, and its version', () => {
    given(granted, suspended).when(sample.suspend, facts).fails(refused, {
      message: 'An authority that is suspended cannot be suspended.',
      current_version: 2,
      current_state: 'suspended',
    });
  });
});

describe('a project with as many elements of authorities as it may have', () => {
  const full = { ...facts, is_full: true };

  it.each([
    ['service.authority.granted', 'none'],
    ['service.authority.renewed', 'active'],
    ['service.authority.renewed', 'expired'],
    ['service.authority.scope_changed', 'active'],
    ['service.authority.reinstated', 'suspended'],
  ] as const)('gets no %s of one that is %s', (type, state) => {
    given(HISTORIES[state]).when(COMMANDS[type], full).fails('authority.limit_reached');
  });

  it.each(['service.authority.suspended', 'service.authority.revoked'] as const)('gets a %s', (type) => {
    expect(decide(evolve(null, granted), COMMANDS[type], full).events).toHaveLength(1);
  });

  it('hears of an expiry, and that a state allows nothing', () => {
    const late = { ...full, now: new Date(granted.valid_until) };
    expect(decide(evolve(null, granted), sample.expire, late).events).toHaveLength(1);
    given(granted, revoked)
      .when(COMMANDS['service.authority.reinstated'], full)
      .fails('authority.transition_not_allowed');
  });
});
