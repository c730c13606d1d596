import { describe, expect, it } from '@jest/globals';
import { findAuthorityChainFault } from './authority-chain.js';
import type { AuthorityElementContent } from './authority-element.js';
import { digestText } from './digest.js';
import { openElement, sealElement, type KeptElement } from './element.js';

type Content = AuthorityElementContent;
type Kept = KeptElement<Content>;

const reopen = (content: object): Kept => {
  const { text, digest } = sealElement(content);
  return openElement<Content>(text, digest);
};

const hex = (digit: string) => `sha256:${digit.repeat(64)}` as const;
const one = reopen({
  format: 'element/v1',
  log: 'example.org/log/development',
  project_id: 'prj_1',
  sequence: 1,
  type: 'service.authority.granted',
  event_id: 'evt_1',
  authority_id: 'aut_1',
  issuer: 'Example Registry',
  scope: ['land', 'sea'],
  valid_until: '2027-01-01T00:00:00.000Z',
  public_key: null,
  occurred_at: '2026-11-21T03:00:00.000Z',
  state: 'active',
  cause: null,
  invalid_since: null,
  reason_digest: null,
  salt: 'AAAAAAAAAAAAAAAAAAAAAA',
  previous: null,
});
const suspended = {
  sequence: 2,
  type: 'service.authority.suspended',
  occurred_at: '2026-11-22T03:00:00.000Z',
};
const two = reopen({ ...one.content, ...suspended, state: 'suspended', previous: one.digest });
const revoked = { sequence: 3, type: 'service.authority.revoked', occurred_at: '2026-11-23T03:00:00.000Z' };
const compromised = { cause: 'key_compromise', invalid_since: '2026-11-22T00:00:00.000Z' };
const three = reopen({ ...two.content, ...revoked, ...compromised, state: 'revoked', previous: two.digest });
const chain = [one, two, three];

function faultWith(index: number, kept: Kept): string | null {
  const fault = findAuthorityChainFault(chain.with(index, kept));
  return fault === null ? null : `${fault.check} at ${fault.sequence}`;
}

/** Something else of the right form for each member. */
const OTHERS: Record<keyof Content, unknown> = {
  format: 'element/v2',
  log: 'example.org/log/production',
  project_id: 'prj_2',
  sequence: 7,
  type: 'service.authority.reinstated',
  event_id: 'evt_2',
  authority_id: 'aut_2',
  issuer: 'Another Registry',
  scope: ['land'],
  valid_until: '2028-01-01T00:00:00.000Z',
  public_key: 'key',
  occurred_at: '2026-11-21T02:00:00.000Z',
  state: 'expired',
  cause: 'withdrawn',
  invalid_since: '2026-11-23T00:00:00.000Z',
  reason_digest: hex('d'),
  salt: 'BBBBBBBBBBBBBBBBBBBBBB',
  previous: hex('e'),
};
const members = Object.keys(OTHERS) as (keyof Content)[];
const places = [0, 1, 2].flatMap((index) => members.map((member) => ({ index, member })));
const edited = (index: number, member: keyof Content) => ({
  ...chain[index]?.content,
  [member]: OTHERS[member],
});

it('is sound as it was made', () => {
  expect(findAuthorityChainFault(chain)).toBeNull();
});

describe('a member of an authority’s element that was edited', () => {
  it.each(places)('under the old digest: $member of element $index', ({ index, member }) => {
    const { text } = sealElement(edited(index, member));
    const check = member === 'format' ? 'element.form' : 'element.digest';
    expect(faultWith(index, openElement(text, chain[index]?.digest ?? ''))).toBe(`${check} at ${index + 1}`);
  });

  /** Under a recomputed digest; what is null only a signature or the log can vouch for. */
  const RECOMPUTED: Record<keyof Content, [first: string, middle: string, newest: string | null]> = {
    format: ['element.form at 1', 'element.form at 2', 'element.form at 3'],
    log: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
    project_id: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
    sequence: ['chain.sequence at 1', 'chain.sequence at 2', 'chain.sequence at 3'],
    type: ['chain.transition at 1', 'chain.transition at 2', 'chain.transition at 3'],
    event_id: ['chain.link at 2', 'chain.link at 3', null],
    authority_id: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
    issuer: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
    scope: ['chain.link at 2', 'chain.transition at 2', 'chain.transition at 3'],
    valid_until: ['chain.link at 2', 'chain.transition at 2', 'chain.transition at 3'],
    public_key: ['chain.link at 2', 'chain.subject at 2', 'chain.subject at 3'],
    occurred_at: ['chain.link at 2', 'chain.time at 2', 'chain.time at 3'],
    state: ['chain.transition at 1', 'chain.transition at 2', 'chain.transition at 3'],
    cause: ['chain.transition at 1', 'chain.transition at 2', 'chain.transition at 3'],
    invalid_since: ['chain.transition at 1', 'chain.transition at 2', null],
    reason_digest: ['chain.link at 2', 'chain.link at 3', null],
    salt: ['chain.link at 2', 'chain.link at 3', null],
    previous: ['chain.link at 1', 'chain.link at 2', 'chain.link at 3'],
  };

  it.each(places)('under a recomputed digest: $member of element $index', ({ index, member }) => {
    expect(faultWith(index, reopen(edited(index, member)))).toBe(RECOMPUTED[member][index]);
  });
});

describe('an authority’s element that has not the form of one', () => {
  it.each(places)('for it lacks a member: $member of element $index', ({ index, member }) => {
    const { [member]: _left, ...rest } = { ...chain[index]?.content };
    expect(faultWith(index, reopen(rest))).toBe(`element.form at ${index + 1}`);
  });

  it.each(members)('for a member is no such thing: %s', (member) => {
    for (const wrong of [{}, [1], true, 0, 1.5]) {
      const fault = faultWith(2, reopen({ ...three.content, [member]: wrong }));
      expect({ wrong, fault }).toEqual({ wrong, fault: 'element.form at 3' });
    }
  });

  it.each(['valid_until', 'occurred_at', 'invalid_since', 'reason_digest', 'previous'])(
    'for any text will not do: %s',
    (member) => {
      expect(faultWith(2, reopen({ ...three.content, [member]: 'tomorrow' }))).toBe('element.form at 3');
    },
  );

  it.each(['a', 'scopes', 'zzz'])('for it has a member more: %s', (name) => {
    expect(faultWith(1, reopen({ ...two.content, [name]: null }))).toBe('element.form at 2');
  });

  it('for its text is not canonical', () => {
    const text = JSON.stringify(two.content, null, 1);
    expect(faultWith(1, openElement(text, digestText(text)))).toBe('element.form at 2');
  });
});
