import { describe, expect, it } from '@jest/globals';
import { fromInput, toInput } from './input-times.js';
import { axisTime, clockTime, exactTime, momentInWords, relativeTime, remaining } from './times.js';

const NOW = Date.parse('2026-11-24T22:00:00Z');
const away = (milliseconds: number) => relativeTime(NOW + milliseconds, 'utc', NOW);

describe('a time', () => {
  it.each([
    [-2_000, 'just now'],
    [1_000, 'just now'],
    [7_000, 'in a moment'],
    [-39_000, '30 seconds ago'],
    [-61_000, '1 minute ago'],
    [-2 * 86_400_000, '2 days ago'],
    [3_600_000, 'in 1 hour'],
  ])('that is %d ms away is told as %j', (distance, text) => {
    expect(away(distance)).toBe(text);
  });

  it('that is far away is told as a date', () => {
    expect(away(-90 * 86_400_000)).toBe('26 Aug, 22:00');
  });

  it('of today is told without its date', () => {
    expect(clockTime(NOW, 'utc', NOW + 3_600_000)).toBe('22:00');
    expect(clockTime(NOW, 'utc', NOW + 2 * 3_600_000)).toBe('24 Nov, 22:00');
    expect(clockTime(NOW + 2 * 3_600_000, 'utc', NOW)).toBe('00:00');
  });

  it('of a chart names its day at midnight, and counted days are those of UTC', () => {
    expect(axisTime(NOW, 'hour', 'utc')).toBe('22:00');
    expect(axisTime(NOW + 2 * 3_600_000, 'hour', 'utc')).toBe('25 Nov');
    expect(axisTime(NOW, 'day', 'local')).toBe('24 Nov');
  });

  it('is exact in UTC wherever the browser is', () => {
    expect(exactTime('2026-11-24T22:03:09Z', 'utc')).toBe('24 Nov 2026, 22:03:09 UTC');
    expect(momentInWords('2026-11-24T22:03:09Z', 'utc')).toBe('24 November 2026 at 22:03 UTC');
  });

  it.each([
    [0, '0 s'],
    [-1, '0 s'],
    [49_001, '50 s'],
    [59_001, '1 min 00 s'],
    [245_000, '4 min 05 s'],
    [86_399_000, '23:59:59'],
    [90_061_000, '1 d 01:01:01'],
  ])('that is left, %d ms, is counted as %s', (left, text) => {
    expect(remaining(left)).toBe(text);
  });

  it('goes into a field and comes back', () => {
    for (const zone of ['utc', 'local'] as const) {
      expect(fromInput(toInput('2026-11-24T22:03:09.000Z', zone), zone)).toBe('2026-11-24T22:03:09.000Z');
      expect(fromInput('', zone)).toBe('');
      expect(toInput('', zone)).toBe('');
    }
  });
});
