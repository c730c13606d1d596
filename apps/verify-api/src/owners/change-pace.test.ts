import { describe, expect, it } from '@jest/globals';
import { changesAtATime } from './command-sender.js';

describe('the changes at a time', () => {
  it.each([
    [-1_000, Infinity],
    [1_500, Infinity],
    [2_000, 102],
    [3_000, 51],
    [4_000, 1],
    [3_600_000, 1],
    [90 * 86_400_000, 1],
  ])('are fewer, the further the view is behind: at %i ms %d', (behind, most) => {
    expect(changesAtATime(behind)).toBe(most);
  });

  it('are not fewer before the view was ever up to date', () => {
    expect(changesAtATime(Date.now())).toBe(Infinity);
  });
});
