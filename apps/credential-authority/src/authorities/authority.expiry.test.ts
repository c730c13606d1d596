import { describe, it } from '@jest/globals';
import { givenFor } from '@service/testing';
import {
  expire,
  grant,
  granted,
  grantedAt,
  reason,
  reinstate,
  renew,
  rescope,
  revoke,
  suspend,
  suspended,
  validUntil,
} from '../testing/sample-events.js';
import { decide, evolve, type AuthorityCommand } from './authority.decider.js';

const given = givenFor({ decide, evolve });

describe('an authority that is due', () => {
  const late = { now: new Date(validUntil), is_full: false };
  const expiry = {
    ...granted,
    type: 'service.authority.expired',
    occurred_at: validUntil,
    state: 'expired',
  } as const;
  const expired = { event: expiry, reason: null };
  const next = '2028-01-01T00:00:00.000Z';

  it.each([[granted], [granted, suspended]])('expires', (...history) => {
    given(history).when(expire, late).then(expired);
  });

  it('has not expired a millisecond before', () => {
    given(granted)
      .when(expire, { ...late, now: new Date(late.now.getTime() - 1) })
      .then([]);
  });

  it('expires first and is then renewed', () => {
    const renewed = {
      ...expiry,
      type: 'service.authority.renewed',
      state: 'active',
      valid_until: next,
    } as const;
    for (const history of [[granted], [granted, suspended]]) {
      given(history).when(renew(next), late).then(expired, { event: renewed, reason });
    }
  });

  it('expires first and is then revoked', () => {
    const revoked = {
      ...expiry,
      type: 'service.authority.revoked',
      state: 'revoked',
      cause: 'ceased',
    } as const;
    given(granted).when(revoke('ceased'), late).then(expired, { event: revoked, reason });
  });

  it.each<AuthorityCommand>([suspend, reinstate, rescope('sea')])(
    'expires, and $type is refused',
    (command) => {
      given(granted).when(command, late).thenFails([expired], 'authority.transition_not_allowed');
      given(granted, suspended).when(command, late).thenFails([expired], 'authority.transition_not_allowed');
    },
  );

  it('expires, and an invalid command is refused', () => {
    given(granted).when(renew(validUntil), late).thenFails([expired], 'request.invalid');
  });

  it('is not changed by a grant of the same id', () => {
    given(granted).when(grant(next), late).fails('authority.transition_not_allowed');
  });
});

describe('a clock that was set back', () => {
  const early = { now: new Date('2026-11-21T02:00:00.000Z'), is_full: false };

  it('does not make the history run backwards', () => {
    const event = { ...suspended, occurred_at: grantedAt };
    given(granted).when(suspend, early).then({ event, reason });
  });

  it('does not revive an authority that was due at the newest event', () => {
    const valid_until = '2026-11-21T02:30:00.000Z';
    given(granted).when(renew(valid_until), early).fails('request.invalid');
    given({ ...granted, valid_until }, { ...suspended, valid_until })
      .when(reinstate, early)
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
