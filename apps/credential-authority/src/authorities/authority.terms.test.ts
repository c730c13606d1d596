import { describe, it } from '@jest/globals';
import type { AuthorityEvent } from '@service/evidence';
import { givenFor } from '@service/testing';
import { decide, evolve, type AuthorityCommand } from './authority.decider.js';

const given = givenFor({ decide, evolve });

const grantedAt = '2026-11-21T03:00:00.000Z';
const nowText = '2026-11-21T12:00:00.000Z';
const now = new Date(nowText);
const validUntil = '2027-01-01T00:00:00.000Z';
const reason = 'because';

const granted: AuthorityEvent = {
  type: 'service.authority.granted',
  occurred_at: grantedAt,
  issuer: 'Example Registry',
  scope: ['land'],
  valid_until: validUntil,
  public_key: null,
  state: 'active',
  cause: null,
  invalid_since: null,
};
const suspended: AuthorityEvent = { ...granted, type: 'service.authority.suspended', state: 'suspended' };

const grant = { type: 'authority.grant' as const, issuer: 'Example Registry', scope: ['land'], now };
const renew = { type: 'authority.renew', reason, now } as const;
const revoke = { type: 'authority.revoke', reason, now } as const;

const notInTheFuture = { details: [{ field: 'valid_until', issue: 'must lie in the future' }] };

describe('valid_until', () => {
  it.each(['2026-11-21T11:59:59.999Z', nowText, 'tomorrow'])('cannot be granted as %s', (valid_until) => {
    given()
      .when({ ...grant, valid_until })
      .fails('request.invalid', notInTheFuture);
  });

  it.each(['2026-11-21T11:59:59.999Z', nowText, 'tomorrow'])('cannot be renewed to %s', (valid_until) => {
    given(granted)
      .when({ ...renew, valid_until })
      .fails('request.invalid', notInTheFuture);
  });

  it('may lie a millisecond ahead, and before the one that it takes the place of', () => {
    const valid_until = '2026-11-21T12:00:00.001Z';
    const event = {
      ...granted,
      type: 'service.authority.renewed',
      occurred_at: nowText,
      valid_until,
    } as const;
    given(granted)
      .when({ ...renew, valid_until })
      .then([{ event, reason }]);
  });
});

describe('a revocation', () => {
  const event = {
    ...granted,
    type: 'service.authority.revoked',
    occurred_at: nowText,
    state: 'revoked',
  } as const;

  it.each(['ceased', 'withdrawn'] as const)('that says %s reaches back to nothing', (cause) => {
    given(granted)
      .when({ ...revoke, cause, invalid_since: null })
      .then([{ event: { ...event, cause, invalid_since: null }, reason }]);
    given(granted)
      .when({ ...revoke, cause, invalid_since: grantedAt })
      .fails('request.invalid', {
        details: [{ field: 'invalid_since', issue: 'goes with the cause key_compromise only' }],
      });
  });

  const compromise = { ...revoke, cause: 'key_compromise' } as const;

  it.each(['2020-01-01T00:00:00.000Z', nowText])('for a compromise reaches back to %s', (invalid_since) => {
    given(granted)
      .when({ ...compromise, invalid_since })
      .then([{ event: { ...event, cause: 'key_compromise', invalid_since }, reason }]);
  });

  it('for a compromise that names no time holds from its own moment on', () => {
    given(granted)
      .when({ ...compromise, invalid_since: null })
      .then([{ event: { ...event, cause: 'key_compromise', invalid_since: nowText }, reason }]);
  });

  it.each(['2026-11-21T12:00:00.001Z', 'yesterday'])('for a compromise refuses %s', (invalid_since) => {
    given(granted)
      .when({ ...compromise, invalid_since })
      .fails('request.invalid', {
        details: [{ field: 'invalid_since', issue: 'must not lie in the future' }],
      });
  });
});

describe('an authority whose time is over', () => {
  const late = new Date(validUntil);
  const expiry = {
    ...granted,
    type: 'service.authority.expired',
    occurred_at: validUntil,
    state: 'expired',
  } as const;
  const expired = { event: expiry, reason: null };
  const next = '2028-01-01T00:00:00.000Z';

  it.each([[granted], [granted, suspended]])('expires', (...history) => {
    given(...history)
      .when({ type: 'authority.expire', now: late })
      .then([expired]);
  });

  it('has not expired a millisecond before', () => {
    given(granted)
      .when({ type: 'authority.expire', now: new Date(late.getTime() - 1) })
      .then([]);
  });

  it('expires first and is renewed then', () => {
    const renewed = {
      ...expiry,
      type: 'service.authority.renewed',
      state: 'active',
      valid_until: next,
    } as const;
    for (const history of [[granted], [granted, suspended]]) {
      given(...history)
        .when({ ...renew, valid_until: next, now: late })
        .then([expired, { event: renewed, reason }]);
    }
  });

  it('expires first and is revoked then', () => {
    const revoked = {
      ...expiry,
      type: 'service.authority.revoked',
      state: 'revoked',
      cause: 'ceased',
    } as const;
    given(granted)
      .when({ ...revoke, cause: 'ceased', invalid_since: null, now: late })
      .then([expired, { event: revoked, reason }]);
  });

  it.each<AuthorityCommand>([
    { type: 'authority.suspend', reason, now: late },
    { type: 'authority.reinstate', reason, now: late },
    { type: 'authority.rescope', reason, scope: ['sea'], now: late },
  ])('expires, and $type is refused', (command) => {
    given(granted).when(command).thenFails([expired], 'authority.transition_not_allowed');
    given(granted, suspended).when(command).thenFails([expired], 'authority.transition_not_allowed');
  });

  it('expires, and what is invalid is refused', () => {
    given(granted)
      .when({ ...renew, valid_until: validUntil, now: late })
      .thenFails([expired], 'request.invalid');
  });

  it('is not touched by a grant of the same id', () => {
    given(granted)
      .when({ ...grant, valid_until: next, now: late })
      .fails('authority.transition_not_allowed');
  });
});

describe('a clock that was set back', () => {
  const early = new Date('2026-11-21T02:00:00.000Z');

  it('does not order the history backwards', () => {
    const event = { ...suspended, occurred_at: grantedAt };
    given(granted).when({ type: 'authority.suspend', reason, now: early }).then([{ event, reason }]);
  });

  it('does not make valid what ended at the time of the newest event', () => {
    const valid_until = '2026-11-21T02:30:00.000Z';
    given(granted)
      .when({ ...renew, valid_until, now: early })
      .fails('request.invalid');
    given({ ...granted, valid_until }, { ...suspended, valid_until })
      .when({ type: 'authority.reinstate', reason, now: early })
      .thenFails(
        [
          {
            event: { ...granted, type: 'service.authority.expired', state: 'expired', valid_until },
            reason: null,
          },
        ],
        'authority.transition_not_allowed',
      );
  });
});
