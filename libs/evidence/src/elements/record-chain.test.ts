import { describe, expect, it } from '@jest/globals';
import type { HashedElement } from './element.js';
import { findRecordChainFault, findRecordElementFault } from './record-chain.js';
import type { RecordElementContent } from './record-element.js';
import { chainsFrom, describeFault, reopen } from '../testing/chains.js';
import { hex, registered as first } from '../testing/first-elements.js';

type Content = RecordElementContent;
type Chain = HashedElement<Content>[];

const chainOf = chainsFrom(first);

const amend = {
  type: 'service.record.amended',
  occurred_at: '2026-11-22T03:00:00.000Z',
  content_digest: hex('2'),
  origin: 'https://registry.example/43',
  expires_at: '2028-01-01T00:00:00.000Z',
} as const;
const suspend = { type: 'service.record.suspended', state: 'suspended' } as const;
const reinstate = { type: 'service.record.reinstated', state: 'active' } as const;
const revoke = { type: 'service.record.revoked', state: 'revoked' } as const;
const supersede = {
  type: 'service.record.superseded',
  state: 'superseded',
  successor_id: 'rec_2',
} as const;
const expire = {
  type: 'service.record.expired',
  state: 'expired',
  occurred_at: '2027-01-01T00:00:00.000Z',
} as const;

/** Check and place of the fault, under the head that the chain itself ends with. */
function faultOf(chain: Chain): string | null {
  const newest = chain[chain.length - 1]?.content ?? first;
  const head = { id: 'rec_1', version: newest.sequence, state: newest.state };
  return describeFault(findRecordChainFault(chain, head));
}

const laterAuthority = { ...first.authority, version: 3, digest: hex('b') } as const;

describe('a sound chain', () => {
  it.each([
    ['registered', []],
    ['amended', [amend]],
    ['suspended', [suspend]],
    ['reinstated and revoked', [amend, suspend, reinstate, revoke]],
    ['revoked while suspended', [suspend, revoke]],
    ['superseded', [supersede]],
    ['superseded while suspended', [suspend, supersede]],
    ['expired', [expire]],
    ['expired while suspended', [suspend, expire]],
    ['revoked after it was superseded', [supersede, { ...revoke, successor_id: null }]],
    ['revoked after it expired', [expire, revoke]],
    [
      'amended so that it has no end',
      [
        { ...amend, expires_at: null },
        { ...revoke, occurred_at: '2099-01-01T00:00:00.000Z' },
      ],
    ],
    ['decided on a later element of its authority', [{ ...suspend, authority: laterAuthority }]],
  ])('that ends %s has no fault', (_name, changes) => {
    expect(faultOf(chainOf({}, ...(changes as Partial<Content>[])))).toBeNull();
  });

  it('must be the whole of what is claimed: id, version and state', () => {
    const chain = chainOf({}, suspend);
    const head = { id: 'rec_1', version: 2, state: 'suspended' };
    expect(findRecordChainFault(chain, head)).toBeNull();
    for (const wrong of [{ id: 'rec_2' }, { version: 1 }, { version: 3 }, { state: 'active' }]) {
      expect(findRecordChainFault(chain, { ...head, ...wrong })).toEqual({
        check: 'chain.head',
        sequence: 2,
      });
    }
    expect(findRecordChainFault([], head)).toEqual({ check: 'chain.empty', sequence: 0 });
  });
});

describe('a transition that the table does not know', () => {
  const late = { occurred_at: '2027-01-01T00:00:00.000Z' };

  it.each<[string, Partial<Content>[]]>([
    ['a first element that is no registration', [suspend]],
    ['a second registration', [{}, {}]],
    ['an amendment while suspended', [{}, suspend, { ...amend, state: 'active' }]],
    ['a reinstatement of an active record', [{}, reinstate]],
    ['anything after a revocation', [{}, revoke, { ...suspend }]],
    ['a suspension after a succession', [{}, supersede, { ...suspend, successor_id: null }]],
    ['an expiry after a succession', [{}, supersede, { ...expire, successor_id: null }]],
    ['a suspension after an expiry', [{}, expire, suspend]],
    ['a second expiry', [{}, expire, expire]],
    ['a revocation that keeps the successor', [{}, supersede, revoke]],
    ['a second revocation', [{}, expire, revoke, revoke]],
    ['a state that the transition does not lead to', [{}, { ...suspend, state: 'active' }]],
    ['a type that is unknown', [{}, { type: 'service.record.erased' as never }]],
    ['a type that every object has', [{}, { type: 'constructor' as never }]],
    ['a succession without a successor', [{}, { ...supersede, successor_id: null }]],
    ['a successor without a succession', [{}, { ...suspend, successor_id: 'rec_2' }]],
    ['an expiry before its time', [{}, { ...expire, occurred_at: '2026-12-31T23:59:59.999Z' }]],
    ['an expiry without an end', [{ expires_at: null }, expire]],
    ['something else than expiry once it is due', [{}, { ...suspend, ...late }]],
    ['a life prolonged once it is over', [{}, { ...amend, ...late }]],
    ['another authority', [{}, { ...suspend, authority: { ...laterAuthority, id: 'aut_2' } }]],
    [
      'an older element of the authority',
      [{}, { ...suspend, authority: { ...first.authority, version: 1 } }],
    ],
    [
      'another element of the same version',
      [{}, { ...suspend, authority: { ...laterAuthority, version: 2 } }],
    ],
    ['other content without an amendment', [{}, { ...suspend, content_digest: amend.content_digest }]],
    ['another origin without an amendment', [{}, { ...suspend, origin: amend.origin }]],
    ['another end without an amendment', [{}, { ...suspend, expires_at: amend.expires_at }]],
  ])('is a fault: %s', (_name, changes) => {
    expect(faultOf(chainOf(...changes))).toBe(`chain.transition at ${changes.length}`);
  });
});

describe('elements that were moved about', () => {
  const [one, two, three] = chainOf({}, amend, suspend) as [Chain[0], Chain[0], Chain[0]];
  const whole = { id: 'rec_1', version: 3, state: 'suspended' };

  it.each<[string, Chain, string, number]>([
    ['all dropped', [], 'chain.empty', 0],
    ['the first dropped', [two, three], 'chain.sequence', 1],
    ['one in the middle dropped', [one, three], 'chain.sequence', 2],
    ['the newest dropped', [one, two], 'chain.head', 2],
    ['one doubled', [one, two, two, three], 'chain.sequence', 3],
    ['the newest doubled', [one, two, three, three], 'chain.sequence', 4],
    ['two exchanged', [one, three, two], 'chain.sequence', 2],
    [
      'one renumbered in the place of a dropped one',
      [one, reopen({ ...three.content, sequence: 2 })],
      'chain.link',
      2,
    ],
    ['a link to nothing', [one, reopen({ ...two.content, previous: null }), three], 'chain.link', 2],
    ['a first that has one before it', [reopen({ ...one.content, previous: two.digest })], 'chain.link', 1],
  ])('are a fault: %s', (_name, chain, check, sequence) => {
    expect(findRecordChainFault(chain, whole)).toEqual({ check, sequence });
  });
});

describe('an element after the one before it', () => {
  const chain = chainOf({}, suspend, reinstate, revoke);

  it('holds wherever the whole chain does', () => {
    expect(chain.map((element, index) => findRecordElementFault(chain[index - 1], element))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('does not where another stands before it, or none', () => {
    const [first, second, third] = chain;
    expect(findRecordElementFault(undefined, second as HashedElement<Content>)).toBe('chain.sequence');
    expect(findRecordElementFault(first, third as HashedElement<Content>)).toBe('chain.sequence');
    const other = chainOf({ origin: 'elsewhere' })[0];
    expect(findRecordElementFault(other, second as HashedElement<Content>)).toBe('chain.link');
  });
});
