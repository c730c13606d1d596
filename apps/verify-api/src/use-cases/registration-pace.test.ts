import { describe, expect, it } from '@jest/globals';
import { registrationPace } from './registration-pace.js';

describe('the wait of a registration', () => {
  it.each([
    [0, 0],
    [2_000, 0],
    [2_400, 100],
    [5_000, 750],
    [6_000, 1_000],
    [60_000, 1_000],
  ])('grows with what the view is behind: %i ms are %i', (behind, wait) => {
    expect(registrationPace(behind)).toBe(wait);
  });

  it.each([60_001, Infinity])('is none where the view is rebuilt, or stands: %f ms', (behind) => {
    expect(registrationPace(behind)).toBe(0);
  });
});
