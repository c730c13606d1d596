import { Injectable } from '@nestjs/common';
import { invalidRequest } from '@service/contracts';
import { DAY, HOUR } from '@service/platform/days';
import { Pool } from 'pg';
import type { Outcome } from '../interaction.js';

/** The periods that counts are grouped by, in UTC. */
export const GRANULARITIES = ['hour', 'day'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** The period of a usage report, rounded to whole hours or days; by default the last seven days. */
export interface UsagePeriod {
  from?: string;
  to?: string;
  granularity?: Granularity;
}

/** How often an operation was called in an hour or a day. */
interface UsageEntry {
  start: string;
  operation: string;
  outcome: Outcome;
  requests: number;
  items: number;
}

export interface Usage {
  data: UsageEntry[];
  from: string;
  to: string;
  granularity: Granularity;
  /** The counts include all requests that were answered before this moment. */
  counted_until: string;
}

const LENGTH = { hour: HOUR, day: DAY };
const MOST_DAYS = { hour: 31, day: 400 };
const WEEK = 7 * LENGTH.day;

/** Reads a project's usage. */
@Injectable()
export class ReadUsage {
  constructor(private readonly pool: Pool) {}

  /** @throws ServiceError `request.invalid` for a period that is empty or too long. */
  of(projectId: string, period: UsagePeriod, now = Date.now()): Promise<Usage> {
    return readUsage(this.pool, projectId, period, now);
  }
}

async function readUsage(
  pool: Pool,
  projectId: string,
  { from, to, granularity = 'day' }: UsagePeriod,
  now: number,
): Promise<Usage> {
  const length = LENGTH[granularity];
  const end = Math.ceil((to === undefined ? now : Date.parse(to)) / length) * length;
  const start = Math.floor((from === undefined ? end - WEEK : Date.parse(from)) / length) * length;
  if (start >= end) throw invalidRequest('to', 'must be later than from');
  if (end - start > MOST_DAYS[granularity] * LENGTH.day) {
    throw invalidRequest(
      'from',
      `must lie at most ${MOST_DAYS[granularity]} days before to, by ${granularity}`,
    );
  }
  const [first, last] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const { rows } = await pool.query<{ data: UsageEntry[]; uncounted: Date | null }>(
    `SELECT (${FIGURES}) AS data, (${FIRST_UNCOUNTED}) AS uncounted`,
    [projectId, first, last, granularity],
  );
  const [row] = rows;
  const data = (row?.data ?? []).map((entry) => ({ ...entry, start: new Date(entry.start).toISOString() }));
  const until = Math.min(now, row?.uncounted?.getTime() ?? now);
  return { data, from: first, to: last, granularity, counted_until: new Date(until).toISOString() };
}

const FIGURES = `SELECT json_agg(entry ORDER BY entry.start, entry.operation COLLATE "C", entry.outcome COLLATE "C") FROM (
    SELECT date_trunc($4, hour, 'UTC') AS start, operation, outcome,
      sum(requests)::bigint AS requests, sum(items)::bigint AS items
    FROM verify_api.usage WHERE project_id = $1 AND hour >= $2 AND hour < $3 GROUP BY 1, 2, 3
  ) AS entry`;

/** Read in the same snapshot: the moment of the first line that is stored and not counted yet. */
const FIRST_UNCOUNTED = `SELECT min(block.first_at) FROM verify_api.lanes AS lane
  CROSS JOIN LATERAL (
    SELECT first_at FROM verify_api.interactions
    WHERE day = lane.day AND project_id = $1 AND writer = lane.writer AND sequence > lane.counted
    ORDER BY sequence LIMIT 1
  ) AS block
  WHERE lane.project_id = $1 AND NOT lane.closed`;
