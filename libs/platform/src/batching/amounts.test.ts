import { expect, it } from '@jest/globals';
import { Amounts } from './amounts.js';

it('amounts add up by key and in all, and a key without one is forgotten', () => {
  const amounts = new Amounts<string>();
  amounts.add('a', 2);
  amounts.add('b', 3);
  amounts.add('a', -1);
  expect([amounts.of('a'), amounts.of('b'), amounts.of('c'), amounts.all]).toEqual([1, 3, 0, 4]);
  expect([amounts.largest(), new Amounts().largest()]).toEqual(['b', undefined]);
  amounts.add('a', -1);
  expect([amounts.of('a'), amounts.all, amounts['byKey'].size]).toEqual([0, 3, 1]);
});
