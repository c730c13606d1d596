import { expect, it } from '@jest/globals';
import type { EvidenceBundle, Trust } from '@service/evidence';
import { LearnedKeys } from './learned-keys.js';

const NOW = new Date('2030-01-01T00:00:00Z');
const LATER = new Date('2030-01-01T02:00:00Z');
const REVOKED = '2029-12-01T00:00:00Z';

/** A bundle whose log shows a key as it was before or after its revocation for a compromise. */
function bundle(isRevoked: boolean): Pick<EvidenceBundle, 'keys'> {
  const published = {
    purpose: 'answer',
    public_key: 'a',
    cause: null,
    invalid_since: null,
    state: 'active',
    occurred_at: '2029-01-01T00:00:00Z',
  };
  const revoked = {
    ...published,
    cause: 'compromise',
    invalid_since: REVOKED,
    state: 'revoked',
    occurred_at: REVOKED,
  };
  return { keys: { key_1: isRevoked ? [published, revoked] : [published] } } as unknown as Pick<
    EvidenceBundle,
    'keys'
  >;
}

/** What is believed of the key after these bundles. */
function believed(pinned: Trust['keys'], shown: readonly boolean[], at = NOW): string | null | undefined {
  const learned = new LearnedKeys();
  for (const isRevoked of shown) learned.learn(bundle(isRevoked), NOW);
  return learned.beside(pinned, at).get('key_1')?.invalid_since;
}

const nothing: Trust['keys'] = new Map();
const pinnedAs = (isRevoked: boolean): Trust['keys'] => {
  const learned = new LearnedKeys();
  learned.learn(bundle(isRevoked), NOW);
  return learned.beside(nothing, NOW);
};

it('a key counts for an hour as it was in the log', () => {
  expect([believed(nothing, [false]), believed(nothing, [false], LATER)]).toEqual([null, undefined]);
});

it('a revocation that a log shows counts for a key that is pinned, and forever', () => {
  expect(believed(pinnedAs(false), [true])).toBe(REVOKED);
  expect(believed(pinnedAs(false), [true], LATER)).toBe(REVOKED);
});

it('a log from before a revocation does not hide it', () => {
  expect(believed(pinnedAs(true), [false])).toBe(REVOKED);
  expect(believed(nothing, [true, false])).toBe(REVOKED);
});
