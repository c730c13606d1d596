import { expect, it } from '@jest/globals';
import { rowsInWords } from './numbers.js';

it.each([
  [20, 0, true, undefined, '20 in all'],
  [50, 0, false, undefined, '1–50, more follow'],
  [50, 0, false, '10,000+', '1–50 of 10,000+'],
  [50, 1_000, false, undefined, '1,001–1,050, more follow'],
  [3, 50, true, '52', '51–53 of 53'],
  [50, undefined, false, undefined, '50 rows, more follow'],
  [1, undefined, true, undefined, '1 row, the last'],
  [0, 50, true, undefined, ''],
] as const)(
  'says which rows a page shows, and how many there are once it knows: %s',
  (count, before, isLast, total, words) => {
    expect(rowsInWords(count, before, isLast, total)).toBe(words);
  },
);
