import { describe, expect, it } from '@jest/globals';
import { countInWords, differenceOf } from './difference.js';

describe('a count of differences', () => {
  const difference = differenceOf('rec_1', 'event', 'event 1 is missing from its stream');

  it.each([
    [[], '0 differences'],
    [[difference], '1 difference'],
    [[difference, difference], '2 differences'],
  ])('%j is %s', (differences, words) => expect(countInWords(differences)).toBe(words));
});
