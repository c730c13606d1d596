import { describe, it } from '@jest/globals';
import type { RecordEvent, RecordState } from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve } from './record.decider.js';

const { amend, digest, factsAt, reason, register, registered, supersede } = sample;
const given = givenFor({ decide, evolve });

const nowText = '2026-11-21T12:00:00.000Z';
const facts = factsAt(nowText);
const notInTheFuture = { details: [{ field: 'expires_at', issue: 'must lie in the future' }] };

describe('expires_at', () => {
  it.each(['2026-11-21T11:59:59.999Z', nowText])('cannot be %s', (expires_at) => {
    given().when(register({ expires_at }), facts).fails('request.invalid', notInTheFuture);
    given(registered).when(amend({ expires_at }), facts).fails('request.invalid', notInTheFuture);
  });

  it.each(['tomorrow', '2027-01-01T00:00:00Z'])('must be a UTC timestamp, not %s', (expires_at) => {
    const details = [{ field: 'expires_at', issue: 'must be a UTC timestamp with milliseconds' }];
    given().when(register({ expires_at }), facts).fails('request.invalid', { details });
  });

  it.each(['2026-11-21T12:00:00.001Z', null])('can be %s', (expires_at) => {
    given()
      .when(register({ expires_at }), facts)
      .then({ event: { ...registered, occurred_at: nowText, expires_at }, reason: null });
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
    given(registered).when(amend(), facts).then({ event, reason });
  });

  it('changes those that it names, and can remove the end', () => {
    const origin = 'https://registry.example/43';
    given(registered)
      .when(amend({ origin, expires_at: null }), facts)
      .then({ event: { ...event, origin, expires_at: null }, reason });
  });
});

describe('a successor', () => {
  it('must exist', () => {
    given(registered)
      .when(supersede(), { ...facts, successor_state: null })
      .fails('record.successor_invalid');
  });

  it('cannot be the record itself', () => {
    given(registered).when(supersede('rec_1'), facts).fails('record.successor_invalid');
  });

  it.each<RecordState>(['suspended', 'superseded', 'expired', 'revoked'])('cannot be %s', (state) => {
    given(registered)
      .when(supersede(), { ...facts, successor_state: state })
      .fails('record.successor_invalid');
  });
});
