import { describe, it } from '@jest/globals';
import type { CredentialEvent } from '@service/contracts';
import { givenFor } from '@service/testing';
import { expiresAt, issueOf, issued, issuedAt, secret } from '../testing/sample-credential.js';
import { decide, evolve } from './credential.decider.js';

const given = givenFor({ decide, evolve });

const next = secret('second');
const rotated: CredentialEvent = {
  type: 'service.credential.rotated',
  secret: next,
  overlap_until: '2027-01-02T00:00:00.000Z',
  occurred_at: issuedAt,
};

const rotate = { type: 'credential.rotate', secret: next, overlap_seconds: 60, issuer: null } as const;
const revoke = { type: 'credential.revoke', reason: 'leaked' } as const;
const refused = 'credential.transition_not_allowed';

describe('expires_at', () => {
  it.each(['2026-11-21T02:59:59.999Z', issuedAt])('cannot be %s', (expires_at) => {
    const details = [{ field: 'expires_at', issue: 'must lie in the future' }];
    given()
      .when(issueOf({ ...issued, expires_at }))
      .fails('request.invalid', { details });
  });

  it.each(['tomorrow', '2027-01-01T00:00:00Z'])('must be a UTC timestamp, not %s', (expires_at) => {
    const details = [{ field: 'expires_at', issue: 'must be a UTC timestamp with milliseconds' }];
    given()
      .when(issueOf({ ...issued, expires_at }))
      .fails('request.invalid', { details });
  });

  it.each(['2026-11-21T03:00:00.001Z', null])('can be %s', (expires_at) => {
    given()
      .when(issueOf({ ...issued, expires_at }))
      .then([{ ...issued, expires_at }]);
  });
});

describe.each([
  { name: 'a credential', history: [issued] },
  { name: 'a rotating credential', history: [issued, rotated] },
])('$name whose time is over', ({ history }) => {
  const now = new Date(expiresAt);
  const expiry: CredentialEvent = { type: 'service.credential.expired', occurred_at: expiresAt };

  it('expires', () => {
    given(...history)
      .when({ type: 'credential.expire', now })
      .then([expiry]);
  });

  it('has not expired a millisecond before', () => {
    given(...history)
      .when({ type: 'credential.expire', now: new Date(now.getTime() - 1) })
      .then([]);
  });

  it.each([rotate, revoke])('expires, and $type is refused', (command) => {
    given(...history)
      .when({ ...command, now })
      .thenFails([expiry], refused);
  });

  it('is not touched by an issue of the same id', () => {
    given(...history)
      .when(issueOf(issued, { expires_at: null, now }))
      .fails(refused);
  });

  it('expires once', () => {
    given(...history, expiry)
      .when({ type: 'credential.expire', now })
      .then([]);
    given(...history, expiry)
      .when({ ...revoke, now })
      .fails(refused);
  });
});

describe('a credential without an end', () => {
  it('never expires', () => {
    given({ ...issued, expires_at: null })
      .when({ type: 'credential.expire', now: new Date('2999-01-01T00:00:00.000Z') })
      .then([]);
  });
});

describe('a clock that was set back', () => {
  const early = new Date('2026-11-21T02:00:00.000Z');

  it('does not order the history backwards', () => {
    given(issued)
      .when({ ...revoke, now: early })
      .then([{ type: 'service.credential.revoked', reason: 'leaked', occurred_at: issuedAt }]);
  });

  it('counts an overlap from the newest event', () => {
    given(issued)
      .when({ ...rotate, now: early })
      .then([{ ...rotated, overlap_until: '2026-11-21T03:01:00.000Z' }]);
  });

  it('does not revive what was over at the newest event', () => {
    given({ ...issued, expires_at: '2026-11-21T02:30:00.000Z' }, rotated)
      .when({ ...revoke, now: early })
      .thenFails([{ type: 'service.credential.expired', occurred_at: issuedAt }], refused);
  });
});
