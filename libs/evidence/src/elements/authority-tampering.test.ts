import { describe, expect, it } from '@jest/globals';
import { AUTHORITY_MEMBERS, findAuthorityChainFault } from './authority-chain.js';
import type { AuthorityElementContent } from './authority-element.js';
import { digestText } from '../digest.js';
import { openElement, type HashedElement } from './element.js';
import { chainsFrom, describeFault, reopen } from '../testing/chains.js';
import { granted } from '../testing/first-elements.js';

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

const members = Object.keys(AUTHORITY_MEMBERS);

it('is sound as it was made', () => {
  expect(findAuthorityChainFault(chain)).toBeNull();
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
