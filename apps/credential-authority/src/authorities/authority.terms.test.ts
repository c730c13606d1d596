import { describe, it } from '@jest/globals';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve } from './authority.decider.js';

const { grant, granted, grantedAt, reason, renew, revoke } = sample;
const given = givenFor({ decide, evolve });

const nowText = '2026-11-21T12:00:00.000Z';
const facts = { now: new Date(nowText), is_full: false };

const notInTheFuture = { details: [{ field: 'valid_until', issue: 'must lie in the future' }] };

describe('valid_until', () => {
  it.each(['2026-11-21T11:59:59.999Z', nowText])('cannot be granted as %s', (valid_until) => {
    given().when(grant(valid_until), facts).fails('request.invalid', notInTheFuture);
  });

  it.each(['2026-11-21T11:59:59.999Z', nowText])('cannot be renewed to %s', (valid_until) => {
    given(granted).when(renew(valid_until), facts).fails('request.invalid', notInTheFuture);
  });

  it('may be a millisecond ahead, and before the former one', () => {
    const valid_until = '2026-11-21T12:00:00.001Z';
    const event = {
      ...granted,
      type: 'service.authority.renewed',
      occurred_at: nowText,
      valid_until,
    } as const;
    given(granted).when(renew(valid_until), facts).then({ event, reason });
  });
});

describe('a revocation', () => {
  const event = {
    ...granted,
    type: 'service.authority.revoked',
    occurred_at: nowText,
    state: 'revoked',
  } as const;

  it.each(['ceased', 'withdrawn'] as const)('for %s invalidates nothing before it', (cause) => {
    given(granted)
      .when(revoke(cause), facts)
      .then({ event: { ...event, cause, invalid_since: null }, reason });
    given(granted)
      .when(revoke(cause, grantedAt), facts)
      .fails('request.invalid', {
        details: [{ field: 'invalid_since', issue: 'is allowed with the cause key_compromise only' }],
      });
  });

  it.each(['2020-01-01T00:00:00.000Z', nowText])('for a compromise invalidates since %s', (invalid_since) => {
    given(granted)
      .when(revoke('key_compromise', invalid_since), facts)
      .then({ event: { ...event, cause: 'key_compromise', invalid_since }, reason });
  });

  it('for a compromise without a time invalidates since the revocation', () => {
    given(granted)
      .when(revoke('key_compromise'), facts)
      .then({ event: { ...event, cause: 'key_compromise', invalid_since: nowText }, reason });
  });

  it.each(['2026-11-21T12:00:00.001Z'])('for a compromise refuses %s', (invalid_since) => {
    given(granted)
      .when(revoke('key_compromise', invalid_since), facts)
      .fails('request.invalid', {
        details: [{ field: 'invalid_since', issue: 'must not lie in the future' }],
      });
  });
});

describe('a time that is not a UTC timestamp with milliseconds', () => {
  const detailsOf = (field: string) => ({
    details: [{ field, issue: 'must be a UTC timestamp with milliseconds' }],
  });

  it.each(['tomorrow', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000+01:00', '2027-13-01T00:00:00.000Z'])(
    'is refused: %s',
    (moment) => {
      given().when(grant(moment), facts).fails('request.invalid', detailsOf('valid_until'));
      given(granted).when(renew(moment), facts).fails('request.invalid', detailsOf('valid_until'));
      given(granted)
        .when(revoke('key_compromise', moment), facts)
        .fails('request.invalid', detailsOf('invalid_since'));
    },
  );
});
