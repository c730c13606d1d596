import { describe, it } from '@jest/globals';
import type { RecordEvent } from '@service/evidence';
import { givenFor } from '@service/testing';
import {
  amend,
  authority,
  digest,
  expire,
  expiresAt,
  factsAt,
  reason,
  register,
  registered,
  reinstate,
  revoke,
  supersede,
  suspend,
  suspended,
} from '../testing/sample-events.js';
import { decide, evolve, type RecordCommand } from './record.decider.js';

const given = givenFor({ decide, evolve });

describe('a record that is due', () => {
  const late = factsAt(expiresAt);
  const expiry: RecordEvent = {
    ...registered,
    type: 'service.record.expired',
    occurred_at: expiresAt,
    state: 'expired',
  };
  const expired = { event: expiry, reason: null };

  it.each([[registered], [registered, suspended]])('expires', (...history) => {
    given(history).when(expire, late).then(expired);
  });

  it('has not expired a millisecond before', () => {
    given(registered)
      .when(expire, { ...late, now: new Date(Date.parse(expiresAt) - 1) })
      .then([]);
  });

  it('names the authority’s element at the expiry', () => {
    const reference = { id: 'aut_1', version: 7, digest: digest('b') };
    given(registered)
      .when(expire, { ...late, authority: { ...authority, reference, state: 'revoked' } })
      .then({ event: { ...expiry, authority: reference }, reason: null });
  });

  it.each<RecordCommand>([amend({ expires_at: null }), suspend, reinstate, supersede()])(
    'expires, and $type is refused',
    (command) => {
      given(registered).when(command, late).thenFails([expired], 'record.transition_not_allowed');
      given(registered, suspended).when(command, late).thenFails([expired], 'record.transition_not_allowed');
    },
  );

  it('expires once', () => {
    given(registered, expiry).when(expire, late).then([]);
    given(registered, expiry).when(suspend, late).fails('record.transition_not_allowed');
  });

  it('expires before it is revoked', () => {
    const revocation: RecordEvent = { ...expiry, type: 'service.record.revoked', state: 'revoked' };
    given(registered).when(revoke, late).then(expired, { event: revocation, reason });
  });

  it('is not changed by a register of the same id', () => {
    given(registered)
      .when(register({ expires_at: null }), late)
      .fails('record.already_exists');
  });
});

describe('a record without an end', () => {
  it('never expires', () => {
    given({ ...registered, expires_at: null })
      .when(expire, factsAt('2999-01-01T00:00:00.000Z'))
      .then([]);
  });
});

describe('a clock that was set back', () => {
  const early = factsAt('2026-11-21T02:00:00.000Z');

  it('does not make the history run backwards', () => {
    given(registered).when(suspend, early).then({ event: suspended, reason });
  });

  it('does not revive a record that was due at the newest event', () => {
    const expires_at = '2026-11-21T02:30:00.000Z';
    const expiry = { ...registered, type: 'service.record.expired', state: 'expired', expires_at } as const;
    given({ ...registered, expires_at })
      .when(suspend, early)
      .thenFails([{ event: expiry, reason: null }], 'record.transition_not_allowed');
  });
});
