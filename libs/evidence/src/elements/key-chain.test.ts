import { describe, expect, it } from '@jest/globals';
import { findKeyChainFault } from './key-chain.js';
import { keySubjectId, type KeyElementContent } from './key-element.js';
import { KEY_STATES, KEY_TRANSITIONS, keyTransitionAllowed } from './key-transitions.js';
import { chainsFrom, describeFault, reopen } from '../testing/chains.js';
import { hex } from '../testing/first-elements.js';

type Content = KeyElementContent;

/** The key of RFC 8037, appendix A. */
const published: Content = {
  format: 'element/v1',
  log: 'example.org/log/development',
  sequence: 1,
  type: 'service.key.published',
  event_id: 'evt_1',
  key_id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  purpose: 'provenance',
  public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  occurred_at: '2026-11-21T03:00:00.000Z',
  state: 'active',
  cause: null,
  invalid_since: null,
  invalid_from_size: null,
  reason_digest: null,
  salt: 'AAAAAAAAAAAAAAAAAAAAAA',
  previous: null,
};
const revoke = { type: 'service.key.revoked', state: 'revoked', cause: 'ceased' } as const;
const compromise = {
  ...revoke,
  cause: 'key_compromise',
  invalid_since: '2026-11-20T00:00:00.000Z',
  invalid_from_size: 7,
} as const;

const chainOf = chainsFrom(published);
const faultOf = (...changes: Partial<Content>[]) => describeFault(findKeyChainFault(chainOf(...changes)));

describe('the transitions of a key', () => {
  it('are these', () => {
    const allowed = Object.keys(KEY_TRANSITIONS).map((type) =>
      [null, ...KEY_STATES].filter((state) =>
        keyTransitionAllowed(state, type as keyof typeof KEY_TRANSITIONS),
      ),
    );
    expect(allowed).toEqual([[null], ['active']]);
    expect(keySubjectId('abc')).toBe('key_abc');
  });
});

describe('a sound chain of a key', () => {
  it.each<[string, Partial<Content>[]]>([
    ['published', []],
    ['published for answers', [{ purpose: 'answer' }]],
    ['revoked', [{}, revoke]],
    ['revoked for a compromise', [{}, compromise]],
    ['revoked for a compromise of all', [{}, { ...compromise, invalid_from_size: 0 }]],
    ['revoked for a compromise from now on', [{}, { ...compromise, invalid_since: published.occurred_at }]],
  ])('that ends %s has no fault', (_, changes) => {
    expect(faultOf(...(changes.length === 0 ? [{}] : changes))).toBeNull();
  });
});

describe('a transition of a key that the table does not know', () => {
  it.each<[string, Partial<Content>[]]>([
    ['a first element that is no publication', [revoke]],
    ['a second publication', [{}, {}]],
    ['a second revocation', [{}, revoke, revoke]],
    ['a state that the transition does not lead to', [{ state: 'revoked' }]],
    ['a type that every object has', [{ type: 'constructor' as never }]],
    ['a name that is not the key’s', [{ key_id: 'another' }]],
    ['a key that is not the name’s', [{ public_key: 'another' }]],
    ['a revocation without a cause', [{}, { ...revoke, cause: null }]],
    ['a cause without a revocation', [{ cause: 'ceased' }]],
    ['a compromise that reaches back to nothing', [{}, { ...compromise, invalid_since: null }]],
    ['a compromise of no size of the log', [{}, { ...compromise, invalid_from_size: null }]],
    ['an end that names a size', [{}, { ...revoke, invalid_from_size: 0 }]],
    ['a past that is taken back without one', [{}, { ...compromise, cause: 'ceased' }]],
    ['a compromise in the future', [{}, { ...compromise, invalid_since: '2026-11-21T03:00:00.001Z' }]],
  ])('is a fault: %s', (_, changes) => {
    expect(faultOf(...changes)).toBe(`chain.transition at ${changes.length}`);
  });
});

describe('an element of a key', () => {
  const chain = chainOf({}, { ...compromise, reason_digest: hex('c') });

  it('is refused with a member more, as a project would be', () => {
    const more = reopen<Content>({ ...published, project_id: 'prj_1' });
    expect(describeFault(findKeyChainFault([more]))).toBe('element.form at 1');
  });

  it.each([
    { purpose: 'checkpoint' },
    { cause: 'withdrawn' },
    { key_id: 7 },
    { invalid_since: 'now' },
    { invalid_from_size: -1 },
    { invalid_from_size: 0.5 },
    { invalid_from_size: '7' },
  ])('is refused with what is no such member: %j', (wrong) => {
    const newest = { ...(chain[1]?.content as Content), ...wrong };
    const fault = findKeyChainFault(chain.with(1, reopen<Content>(newest)));
    expect(describeFault(fault)).toBe('element.form at 2');
  });
});
