import { describe, it } from '@jest/globals';
import { givenFor } from '@service/testing';
import {
  grant,
  granted,
  grantedAt,
  reason,
  renew,
  revoke,
  suspended,
  validUntil,
} from '../testing/sample-events.js';
import { decide, evolve, type AuthorityCommand } from './authority.decider.js';

const given = givenFor({ decide, evolve });

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
