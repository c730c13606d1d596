import { describe, expect, it } from '@jest/globals';
import {
  AUTHORITY_STATES,
  AUTHORITY_TRANSITIONS,
  authorityStateAfter,
  authorityStateAt,
  authorityTransitionAllowed,
  isAuthorityDue,
  type AuthorityEventType,
  type AuthorityState,
} from './authority-transitions.js';

/** Where each transition may begin, and where it leads from there; null is an authority that is not there. */
const EXPECTED: Record<AuthorityEventType, [from: AuthorityState | null, to: AuthorityState][]> = {
  'service.authority.granted': [[null, 'active']],
  'service.authority.renewed': [
    ['active', 'active'],
    ['suspended', 'suspended'],
    ['expired', 'active'],
  ],
  'service.authority.scope_changed': [
    ['active', 'active'],
    ['suspended', 'suspended'],
  ],
  'service.authority.suspended': [['active', 'suspended']],
  'service.authority.reinstated': [['suspended', 'active']],
  'service.authority.expired': [
    ['active', 'expired'],
    ['suspended', 'expired'],
  ],
  'service.authority.revoked': [
    ['active', 'revoked'],
    ['suspended', 'revoked'],
    ['expired', 'revoked'],
  ],
};

const types = Object.keys(EXPECTED) as AuthorityEventType[];

describe('the transitions of an authority', () => {
  it('are these', () => {
    expect(Object.keys(AUTHORITY_TRANSITIONS)).toEqual(types);
    expect(AUTHORITY_STATES).toEqual(['active', 'suspended', 'expired', 'revoked']);
  });

  it.each(types)('%s', (type) => {
    const allowed = [null, ...AUTHORITY_STATES].filter((state) => authorityTransitionAllowed(state, type));
    expect(allowed.map((state) => [state, authorityStateAfter(state, type)])).toEqual(EXPECTED[type]);
  });
});

describe('an authority whose time ends', () => {
  const valid_until = '2027-01-01T00:00:00.000Z';
  const at = new Date(valid_until);
  const before = new Date(at.getTime() - 1);

  it.each<[AuthorityState, AuthorityState, boolean]>([
    ['active', 'expired', true],
    ['suspended', 'expired', true],
    ['expired', 'expired', false],
    ['revoked', 'revoked', false],
  ])('and is %s before, is %s from then on', (state, after, due) => {
    expect(authorityStateAt({ state, valid_until }, before)).toBe(state);
    expect(isAuthorityDue({ state, valid_until }, before)).toBe(false);
    expect(authorityStateAt({ state, valid_until }, at)).toBe(after);
    expect(isAuthorityDue({ state, valid_until }, at)).toBe(due);
  });
});
