import { describe, expect, it } from '@jest/globals';
import { granted as first } from '../testing/first-elements.js';
import type { AuthorityElementContent as Content } from './authority-element.js';
import { authorityStanding } from './authority-standing.js';

const AT = '2026-12-01T00:00:00.000Z';
const NOW = new Date('2026-12-02T00:00:00.000Z');
const suspended: Content = { ...first, state: 'suspended' };
const revoked: Content = { ...first, state: 'revoked', cause: 'ceased' };
const expired: Content = { ...first, state: 'expired', valid_until: '2026-11-30T00:00:00.000Z' };
const compromisedSince = (invalid_since: string): Content => ({
  ...revoked,
  cause: 'key_compromise',
  invalid_since,
});

describe('an authority', () => {
  it.each<[string, Content, Content, boolean, boolean]>([
    ['active then and now', first, first, true, true],
    ['suspended since', first, suspended, true, false],
    ['revoked since', first, revoked, true, false],
    ['suspended then', suspended, first, false, true],
    ['revoked then', revoked, revoked, false, false],
    ['expired then and renewed', expired, first, false, true],
    ['due since', first, { ...first, valid_until: NOW.toISOString() }, true, false],
    ['due at that very moment', { ...first, valid_until: AT }, first, false, true],
    ['due a millisecond after', { ...first, valid_until: '2026-12-01T00:00:00.001Z' }, first, true, true],
  ])('%s was and is valid', (_name, named, newest, then, now) => {
    expect(authorityStanding(newest, named, AT, NOW)).toMatchObject({
      validAtEvent: then,
      validNow: now,
      compromisedAtEvent: false,
    });
  });

  it.each<[string, string, boolean]>([
    ['before', '2026-11-30T00:00:00.000Z', true],
    ['at that very moment', AT, true],
    ['a millisecond after', '2026-12-01T00:00:00.001Z', false],
  ])('that was compromised %s is not valid', (_name, since, reaches) => {
    expect(authorityStanding(compromisedSince(since), first, AT, NOW)).toEqual({
      state: 'revoked',
      validAtEvent: !reaches,
      validNow: false,
      compromisedAtEvent: reaches,
    });
  });

  it('was not valid at an event that is unknown', () => {
    expect(authorityStanding(first, undefined, AT, NOW).validAtEvent).toBe(false);
    expect(authorityStanding(first, first, undefined, NOW).validAtEvent).toBe(false);
  });
});
