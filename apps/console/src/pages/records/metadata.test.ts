import { expect, it } from '@jest/globals';
import { changedPairs, readPairs, writePairs } from './metadata.js';

it('pairs of metadata are read as they are written', () => {
  const pairs = { team: 'checkout', note: 'a=b' };
  expect(readPairs(writePairs(pairs))).toEqual(pairs);
  expect(readPairs('team = checkout, empty ,\n')).toEqual({ team: 'checkout', empty: '' });
});

it('a change names what is new or other, and null for what goes', () => {
  expect(changedPairs({ a: '1', b: '2', c: '3' }, { a: '1', b: '4', d: '5' })).toEqual({
    c: null,
    b: '4',
    d: '5',
  });
});
