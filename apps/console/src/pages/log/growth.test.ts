import { describe, expect, it } from '@jest/globals';
import { drawGrowth, niceAbove } from './growth.js';

describe('the growth of the log', () => {
  it('is drawn by steps from the first checkpoint to the last', () => {
    const points = [
      { at: 1_000, size: 10 },
      { at: 2_000, size: 50 },
      { at: 5_000, size: 100 },
    ];
    expect(drawGrowth(points, 400, 100)).toEqual({
      line: 'M0 90H100V50H400V0',
      from: 1_000,
      to: 5_000,
      most: 100,
    });
  });

  it('is none of a single point, and breaks at nothing', () => {
    expect(drawGrowth([{ at: 1, size: 1 }], 10, 10)).toBeNull();
    expect(
      drawGrowth(
        [
          { at: 1, size: 0 },
          { at: 1, size: 0 },
        ],
        10,
        10,
      )?.line,
    ).toBe('M0 10H0V10');
  });

  it('ends its axis at a round number', () => {
    expect([0, 1, 3, 42, 50, 51, 1_234].map(niceAbove)).toEqual([1, 1, 5, 50, 50, 100, 2_000]);
  });
});
