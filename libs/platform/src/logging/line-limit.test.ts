import { expect, it } from '@jest/globals';
import { LineLimit } from './line-limit.js';

it('lets one line a second through for each cause, and counts the others', () => {
  const limit = new LineLimit();
  expect(limit.take('a', 10_000)).toEqual({});
  expect(limit.take('a', 10_999)).toBeNull();
  expect(limit.take('a', 10_999)).toBeNull();
  expect(limit.take('b', 10_999)).toEqual({});
  expect(limit.take('a', 11_000)).toEqual({ left_out: 2 });
  expect(limit.take('a', 12_000)).toEqual({});
  // A clock that was set back must not silence it.
  expect(limit.take('a', 5_000)).toEqual({});
});
