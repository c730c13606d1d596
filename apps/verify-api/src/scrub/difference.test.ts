import { describe, expect, it } from '@jest/globals';
import { countInWords } from './difference.js';

describe('a count of differences', () => {
  const difference = { subject_id: 'rec_1', difference: 'event 1 is missing from the log' };

  it.each([
    [[], '0 differences'],
    [[difference], '1 difference'],
    [[difference, difference], '2 differences'],
  ])('%j is %s', (differences, words) => expect(countInWords(differences)).toBe(words));
});
