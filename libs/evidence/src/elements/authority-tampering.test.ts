import { describe, expect, it } from '@jest/globals';
import { findAuthorityChainFault } from './authority-chain.js';
import type { AuthorityElementContent } from './authority-element.js';
import { digestText } from '../digest.js';
import { openElement, type HashedElement } from './element.js';
import { chainsFrom, describeFault, reopen } from '../testing/chains.js';
import { Edits } from '../testing/edits.js';
import { granted, hex } from '../testing/first-elements.js';
import { testEditedMembers } from '../testing/test-edited-members.js';

type Content = AuthorityElementContent;
type Hashed = HashedElement<Content>;

const chain = chainsFrom(granted)(
  {},
  { type: 'service.authority.suspended', occurred_at: '2026-11-22T03:00:00.000Z', state: 'suspended' },
  {
    type: 'service.authority.revoked',
    occurred_at: '2026-11-23T03:00:00.000Z',
    state: 'revoked',
    cause: 'key_compromise',
    invalid_since: '2026-11-22T00:00:00.000Z',
  },
);
const [, two, three] = chain as [Hashed, Hashed, Hashed];

function faultWith(index: number, element: Hashed): string | null {
  return describeFault(findAuthorityChainFault(chain.with(index, element)));
}

/** Each member with another valid value. */
const edits = new Edits<Content>(chain, {
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
});
const { members } = edits;

it('is sound as it was made', () => {
  expect(findAuthorityChainFault(chain)).toBeNull();
});

testEditedMembers(edits, faultWith, {
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
  reason_digest: ['chain.transition at 1', 'chain.link at 3', null],
  salt: ['chain.link at 2', 'chain.link at 3', null],
  previous: ['chain.link at 1', 'chain.link at 2', 'chain.link at 3'],
});

describe('a malformed element of an authority', () => {
  it.each(members)('has a member of another type: %s', (member) => {
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

  it.each(['a', 'scopes', 'zzz'])('has an additional member: %s', (name) => {
    expect(faultWith(1, reopen({ ...two.content, [name]: null }))).toBe('element.form at 2');
  });

  it('has a text that is not canonical', () => {
    const text = JSON.stringify(two.content, null, 1);
    expect(faultWith(1, openElement(text, digestText(text)))).toBe('element.form at 2');
  });
});
