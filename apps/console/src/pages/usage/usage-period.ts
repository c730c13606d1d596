import type { Granularity } from '../../charts/stacks.js';

const DAY = 86_400_000;

/** Named periods: a number of days until now, counted by hour or day. */
export const PERIODS = {
  '24h': { label: '24 hours', days: 1, granularity: 'hour' },
  '7d': { label: '7 days', days: 7, granularity: 'day' },
  '30d': { label: '30 days', days: 30, granularity: 'day' },
  '90d': { label: '90 days', days: 90, granularity: 'day' },
} as const satisfies Record<string, { label: string; days: number; granularity: Granularity }>;
export type Period = keyof typeof PERIODS;

/** The longest period that can be grouped by more than operation and outcome. */
export const MOST_DAYS_GROUPED = 30;

/** Search parameters of a period of whole hours or days in UTC, the current one included. */
export function periodBounds(period: Period, now: number): { from: string; granularity: Granularity } {
  const { days, granularity } = PERIODS[period];
  const length = granularity === 'hour' ? 3_600_000 : DAY;
  const end = Math.ceil(now / length) * length;
  return { from: new Date(end - days * DAY).toISOString(), granularity };
}
