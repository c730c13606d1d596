import { expect, it } from '@jest/globals';
import { rowsInWords } from './numbers.js';

it.each([
  [20, 0, true, '20 in all'],
  [50, 0, false, '1–50, more follow'],
  [50, 1_000, false, '1,001–1,050, more follow'],
  [3, 50, true, '51–53 of 53'],
  [50, undefined, false, '50 rows, more follow'],
  [1, undefined, true, '1 row, the last'],
  [0, 50, true, ''],
] as const)(
  'says which rows a page shows, and how many there are once it knows: %s',
  (count, before, isLast, words) => {
    expect(rowsInWords(count, before, isLast)).toBe(words);
  },
);
