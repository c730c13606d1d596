import { describe, it } from '@jest/globals';
import type { RecordEvent } from '@service/evidence';
import { givenFor } from '@service/testing';
import {
  amend,
  authority,
  digest,
  expiresAt,
  reason,
  register,
  registered,
  suspended,
} from '../testing/sample-events.js';
import { decide, evolve, type RecordCommand } from './record.decider.js';

const given = givenFor({ decide, evolve });

describe('a record whose time is over', () => {
  const late = { now: new Date(expiresAt), authority };
  const expiry: RecordEvent = {
    ...registered,
    type: 'service.record.expired',
    occurred_at: expiresAt,
    state: 'expired',
  };
  const expired = { event: expiry, reason: null };

  it.each([[registered], [registered, suspended]])('expires', (...history) => {
    given(...history)
      .when({ type: 'record.expire', ...late })
      .then([expired]);
  });

  it('has not expired a millisecond before', () => {
    given(registered)
      .when({ type: 'record.expire', authority, now: new Date(Date.parse(expiresAt) - 1) })
      .then([]);
  });

  it('names the element of the authority that it expired under', () => {
    const reference = { id: 'aut_1', version: 7, digest: digest('b') };
    given(registered)
      .when({
        type: 'record.expire',
        now: late.now,
        authority: { ...authority, reference, state: 'revoked' },
      })
      .then([{ event: { ...expiry, authority: reference }, reason: null }]);
  });

  it.each<RecordCommand>([
    { ...amend, ...late, expires_at: null },
    { type: 'record.suspend', reason, ...late },
    { type: 'record.reinstate', reason, ...late },
    { type: 'record.revoke', reason, ...late },
    {
      type: 'record.supersede',
      reason,
      record_id: 'rec_1',
      successor_id: 'rec_2',
      successor: { id: 'rec_2', state: 'active' },
      ...late,
    },
  ])('expires, and $type is refused', (command) => {
    given(registered).when(command).thenFails([expired], 'record.transition_not_allowed');
    given(registered, suspended).when(command).thenFails([expired], 'record.transition_not_allowed');
  });

  it('expires once', () => {
    given(registered, expiry)
      .when({ type: 'record.expire', ...late })
      .then([]);
    given(registered, expiry)
      .when({ type: 'record.revoke', reason, ...late })
      .fails('record.transition_not_allowed');
  });

  it('is not touched by a register of the same id', () => {
    given(registered)
      .when({ ...register, expires_at: null, ...late })
      .fails('record.already_exists');
  });
});

describe('a record without an end', () => {
  it('never expires', () => {
    given({ ...registered, expires_at: null })
      .when({ type: 'record.expire', authority, now: new Date('2999-01-01T00:00:00.000Z') })
      .then([]);
  });
});

describe('a clock that was set back', () => {
  const early = { now: new Date('2026-11-21T02:00:00.000Z'), authority };

  it('does not order the history backwards', () => {
    given(registered)
      .when({ type: 'record.suspend', reason, ...early })
      .then([{ event: suspended, reason }]);
  });

  it('does not revive what was over at the newest event', () => {
    const expires_at = '2026-11-21T02:30:00.000Z';
    const expiry = { ...registered, type: 'service.record.expired', state: 'expired', expires_at } as const;
    given({ ...registered, expires_at })
      .when({ type: 'record.suspend', reason, ...early })
      .thenFails([{ event: expiry, reason: null }], 'record.transition_not_allowed');
  });
});
