import { describe, it } from '@jest/globals';
import { CredentialEvent } from '@service/contracts';
import {
  expiresAt,
  factsAt,
  issueOf,
  issued,
  issuedAt,
  rotateFor,
  given,
  rotatedTo,
} from '../testing/sample-credential.js';
import type { CredentialCommand } from './credential.decider.js';

const rotated = rotatedTo('second', '2027-01-02T00:00:00.000Z');

const facts = factsAt(issuedAt);
const rotate = rotateFor(60);
const revoke: CredentialCommand = {
  type: 'credential.revoke',
  payload: { reason: 'leaked', expected_version: null },
};
const expire: CredentialCommand = { type: 'credential.expire' };
const refused = 'credential.transition_not_allowed';

describe('expires_at', () => {
  it.each(['2026-11-21T02:59:59.999Z', issuedAt])('cannot be %s', (expires_at) => {
    const details = [{ field: 'expires_at', issue: 'must lie in the future' }];
    given()
      .when(issueOf({ ...issued, expires_at }), facts)
      .fails('request.invalid', { details });
  });

  it.each(['tomorrow', '2027-01-01T00:00:00Z'])('must be a UTC timestamp, not %s', (expires_at) => {
    const details = [{ field: 'expires_at', issue: 'must be a UTC timestamp with milliseconds' }];
    given()
      .when(issueOf({ ...issued, expires_at }), facts)
      .fails('request.invalid', { details });
  });

  it.each(['2026-11-21T03:00:00.001Z', null])('can be %s', (expires_at) => {
    given()
      .when(issueOf({ ...issued, expires_at }), facts)
      .then({ ...issued, expires_at });
  });
});

describe.each([
  { name: 'a credential', history: [issued] },
  { name: 'a rotating credential', history: [issued, rotated] },
])('$name that is due', ({ history }) => {
  const late = factsAt(expiresAt);
  const expiry: CredentialEvent = { type: 'service.credential.expired', occurred_at: expiresAt };

  it('expires', () => {
    given(history).when(expire, late).then(expiry);
  });

  it('has not expired a millisecond before', () => {
    given(history)
      .when(expire, factsAt(new Date(Date.parse(expiresAt) - 1)))
      .then([]);
  });

  it.each<CredentialCommand>([rotate, revoke])('expires, and $type is refused', (command) => {
    given(history).when(command, late).thenFails([expiry], refused);
  });

  it('is not changed by an issue of the same id', () => {
    given(history)
      .when(issueOf(issued, { expires_at: null }), late)
      .fails(refused);
  });

  it('expires once', () => {
    given(history, expiry).when(expire, late).then([]);
    given(history, expiry).when(revoke, late).fails(refused);
  });
});

describe('a credential without an end', () => {
  it('never expires', () => {
    given({ ...issued, expires_at: null })
      .when(expire, factsAt('2999-01-01T00:00:00.000Z'))
      .then([]);
  });
});

describe('a clock that was set back', () => {
  const early = factsAt('2026-11-21T02:00:00.000Z');

  it('does not make the history run backwards', () => {
    given(issued)
      .when(revoke, early)
      .then({ type: 'service.credential.revoked', reason: 'leaked', occurred_at: issuedAt });
  });

  it('counts an overlap from the newest event', () => {
    given(issued)
      .when(rotate, early)
      .then({ ...rotated, overlap_ends_at: '2026-11-21T03:01:00.000Z' });
  });

  it('does not revive a credential that was due at the newest event', () => {
    given({ ...issued, expires_at: '2026-11-21T02:30:00.000Z' }, rotated)
      .when(revoke, early)
      .thenFails([{ type: 'service.credential.expired', occurred_at: issuedAt }], refused);
  });
});
