import { describe, expect, it } from '@jest/globals';
import { countInWords, differenceInLeaf, differenceOf } from './difference.js';

describe('a count of differences', () => {
  const difference = differenceOf('rec_1', 'event', 'event 1 is missing from its stream');

  it.each([
    [[], '0 differences'],
    [[difference], '1 difference'],
    [[difference, difference], '2 differences'],
  ])('%j is %s', (differences, words) => expect(countInWords(differences)).toBe(words));
});

describe('a difference in a key', () => {
  it('concerns all answers where it is in the log, and none where somebody added a row to its stream', () => {
    expect(differenceInLeaf('key_a', 'leaf 1: changed').concerns).toBe('*');
    expect(differenceInLeaf('rec_a', 'leaf 1: changed').concerns).toBe('rec_a');
    expect(differenceOf('key_a', 'event', 'event 2: its owner did not write it').concerns).toBe('key_a');
  });
});
