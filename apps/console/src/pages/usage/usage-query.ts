import { serverClock } from '../../api/server-time.js';
import { MOST_DAYS_GROUPED } from './usage-period.js';
import type { UsageGroup } from './usage-totals.js';

/** The grouping that the URL names; null for operations. */
export function groupOf(text: string | undefined): UsageGroup | null {
  return text === 'credential_id' || text === 'error_code' ? text : null;
}

interface UsageSearch {
  from?: string | undefined;
  to?: string | undefined;
  granularity?: string | undefined;
  credential_id?: string | undefined;
  error_code?: string | undefined;
}

/** The API's query for the filters in the URL. */
export function queryOf(search: UsageSearch, group: UsageGroup | null) {
  const { from, to, granularity, credential_id: credential, error_code: code } = search;
  const isApart = group !== null || credential !== undefined || code !== undefined;
  const earliest = serverClock.read() - MOST_DAYS_GROUPED * 86_400_000;
  const begin = isApart && from !== undefined && to === undefined ? latest(from, earliest) : from;
  return {
    ...(begin === undefined ? {} : { from: begin }),
    ...(to === undefined ? {} : { to }),
    ...(granularity === 'hour' || granularity === 'day' ? { granularity } : {}),
    ...(credential === undefined ? {} : { credential_id: credential }),
    ...(code === undefined ? {} : { error_code: code }),
    ...(group === null ? {} : { group_by: [group] }),
  } as { from?: string; to?: string; granularity?: 'hour' | 'day'; group_by?: UsageGroup[] };
}

/** A grouped period is cut to its last 31 days. */
function latest(from: string, earliest: number): string {
  return Date.parse(from) >= earliest ? from : new Date(earliest).toISOString();
}
