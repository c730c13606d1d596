import { describe, it } from '@jest/globals';
import type { RecordEvent, RecordState } from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve } from './record.decider.js';

const { authority, digest, reason, registered } = sample;
const given = givenFor({ decide, evolve });

const nowText = '2026-11-21T12:00:00.000Z';
const moment = { now: new Date(nowText), authority };
const register = { ...sample.register, ...moment };
const amend = { ...sample.amend, ...moment };
const notInTheFuture = { details: [{ field: 'expires_at', issue: 'must lie in the future' }] };

describe('expires_at', () => {
  it.each(['2026-11-21T11:59:59.999Z', nowText])('cannot be %s', (expires_at) => {
    given()
      .when({ ...register, expires_at })
      .fails('request.invalid', notInTheFuture);
    given(registered)
      .when({ ...amend, expires_at })
      .fails('request.invalid', notInTheFuture);
  });

  it.each(['tomorrow', '2027-01-01T00:00:00Z'])('must be a UTC timestamp, not %s', (expires_at) => {
    const details = [{ field: 'expires_at', issue: 'must be a UTC timestamp with milliseconds' }];
    given()
      .when({ ...register, expires_at })
      .fails('request.invalid', { details });
  });

  it.each(['2026-11-21T12:00:00.001Z', null])('can be %s', (expires_at) => {
    given()
      .when({ ...register, expires_at })
      .then([{ event: { ...registered, occurred_at: nowText, expires_at }, reason: null }]);
  });
});

describe('an amendment', () => {
  const event: RecordEvent = {
    ...registered,
    type: 'service.record.amended',
    occurred_at: nowText,
    content_digest: digest('2'),
  };

  it('keeps the origin and the end that it does not name', () => {
    given(registered).when(amend).then([{ event, reason }]);
  });

  it('changes them where it does, and can take the end away', () => {
    const origin = 'https://registry.example/43';
    given(registered)
      .when({ ...amend, origin, expires_at: null })
      .then([{ event: { ...event, origin, expires_at: null }, reason }]);
  });
});

describe('a successor', () => {
  const supersede = {
    type: 'record.supersede',
    reason,
    record_id: 'rec_1',
    successor_id: 'rec_2',
    ...moment,
  } as const;

  it('must be there', () => {
    given(registered)
      .when({ ...supersede, successor: null })
      .fails('record.successor_invalid');
  });

  it('cannot be the record itself', () => {
    given(registered)
      .when({ ...supersede, successor_id: 'rec_1', successor: { id: 'rec_1', state: 'active' } })
      .fails('record.successor_invalid');
  });

  it.each<RecordState>(['suspended', 'superseded', 'expired', 'revoked'])('cannot be %s', (state) => {
    given(registered)
      .when({ ...supersede, successor: { id: 'rec_2', state } })
      .fails('record.successor_invalid');
  });
});
