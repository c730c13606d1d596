import { expect, it } from '@jest/globals';
import { pauseBefore } from './backoff.js';

it('tries again soon, then ever later, half a minute apart at most', () => {
  expect([0, 1, 2, 3].map((failures) => pauseBefore(failures, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(pauseBefore(4, 0)).toBe(8_000);
  expect(pauseBefore(10_000, 1)).toBe(30_000);
});
