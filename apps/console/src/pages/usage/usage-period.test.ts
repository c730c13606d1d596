import { expect, it } from '@jest/globals';
import { periodBounds } from './usage-period.js';

it('a period ends with the hour or day at hand, in UTC', () => {
  const now = Date.parse('2026-03-08T10:20:30Z');
  expect(periodBounds('24h', now)).toEqual({ from: '2026-03-07T11:00:00.000Z', granularity: 'hour' });
  expect(periodBounds('7d', now)).toEqual({ from: '2026-03-02T00:00:00.000Z', granularity: 'day' });
});
