import { describe, expect, it } from '@jest/globals';
import { findAuthorityChainFault } from './authority-chain.js';
import type { AuthorityElementContent } from './authority-element.js';
import type { HashedElement } from './element.js';
import { chainsFrom, describeFault } from '../testing/chains.js';
import { granted as first } from '../testing/first-elements.js';

type Content = AuthorityElementContent;
type Chain = HashedElement<Content>[];

const chainOf = chainsFrom(first);
const faultOf = (chain: Chain) => describeFault(findAuthorityChainFault(chain));

const end = '2027-01-01T00:00:00.000Z';
const renew = { type: 'service.authority.renewed', valid_until: '2028-01-01T00:00:00.000Z' } as const;
const rescope: Partial<Content> = { type: 'service.authority.scope_changed', scope: ['air'] };
const suspend = { type: 'service.authority.suspended', state: 'suspended' } as const;
const reinstate = { type: 'service.authority.reinstated', state: 'active' } as const;
const expire = { type: 'service.authority.expired', state: 'expired', occurred_at: end } as const;
const revoke = { type: 'service.authority.revoked', state: 'revoked', cause: 'ceased' } as const;
const compromise = { ...revoke, cause: 'key_compromise', invalid_since: '2020-01-01T00:00:00.000Z' } as const;

describe('a sound chain of an authority', () => {
  it.each<[string, Partial<Content>[]]>([
    ['granted', []],
    ['renewed', [renew]],
    ['renewed while suspended', [suspend, renew]],
    ['renewed after it had expired', [expire, { ...renew, state: 'active' }]],
    ['renewed for a shorter time', [{ ...renew, valid_until: '2026-12-01T00:00:00.000Z' }]],
    ['rescoped', [rescope]],
    ['rescoped while suspended', [suspend, rescope]],
    ['reinstated', [suspend, reinstate]],
    ['expired', [expire]],
    ['expired while suspended', [suspend, expire]],
    ['revoked', [revoke]],
    ['revoked while suspended', [suspend, revoke]],
    ['revoked after it had expired', [expire, revoke]],
    ['revoked for a compromise', [compromise]],
    ['revoked for a compromise from then on', [{ ...compromise, invalid_since: first.occurred_at }]],
  ])('that ends %s has no fault', (_name, changes) => {
    expect(faultOf(chainOf({}, ...changes))).toBeNull();
  });
});

describe('a transition of an authority that the table does not know', () => {
  const overlong = '2028-01-01T00:00:00.000Z';

  it.each<[string, Partial<Content>[]]>([
    ['a first element that is no grant', [suspend]],
    ['a second grant', [{}, {}]],
    ['a reinstatement of an active authority', [{}, reinstate]],
    ['a change of scope after expiry', [{}, expire, { ...rescope, state: 'active' }]],
    ['a suspension after expiry', [{}, expire, suspend]],
    ['a second expiry', [{}, expire, expire]],
    ['a renewal after a revocation', [{}, revoke, { ...renew, state: 'active', cause: null }]],
    ['a state that the transition does not lead to', [{}, { ...suspend, state: 'active' }]],
    ['a renewal that reinstates', [{}, suspend, { ...renew, state: 'active' }]],
    ['a renewal that leaves it expired', [{}, expire, { ...renew, state: 'expired' }]],
    ['a type that is unknown', [{}, { type: 'service.authority.erased' as never }]],
    ['a type that every object has', [{ type: 'constructor' as never }]],
    ['an expiry before its time', [{}, { ...expire, occurred_at: '2026-12-31T23:59:59.999Z' }]],
    ['something else than expiry once it is due', [{}, { ...suspend, occurred_at: end }]],
    ['a renewal once it is due', [{}, { ...renew, occurred_at: end }]],
    ['a longer life without a renewal', [{}, { ...suspend, valid_until: overlong }]],
    ['a wider scope without a change of scope', [{}, { ...suspend, scope: ['land', 'sea', 'air'] }]],
    ['another scope without a change of scope', [{}, { ...renew, scope: ['land', 'air'] }]],
    ['a longer life with a change of scope', [{}, { ...rescope, valid_until: overlong }]],
    ['a revocation without a cause', [{}, { ...revoke, cause: null }]],
    ['a revocation with an unknown cause', [{}, { ...revoke, cause: 'boredom' as never }]],
    ['a cause without a revocation', [{}, { ...suspend, cause: 'ceased' }]],
    ['a past that is taken back without a compromise', [{}, { ...revoke, invalid_since: first.occurred_at }]],
    ['a compromise that reaches back to nothing', [{}, { ...compromise, invalid_since: null }]],
    ['a compromise in the future', [{}, { ...compromise, invalid_since: '2026-11-21T03:00:00.001Z' }]],
  ])('is a fault: %s', (_name, changes) => {
    expect(faultOf(chainOf(...changes))).toBe(`chain.transition at ${changes.length}`);
  });
});
