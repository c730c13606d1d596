import { Injectable } from '@nestjs/common';
import { invalidRequest } from '@service/contracts';
import { DAY, HOUR } from '@service/platform/days';
import { Pool } from 'pg';
import type { Outcome } from '../interaction.js';

/** The periods that counts are grouped by, in UTC. */
export const GRANULARITIES = ['hour', 'day'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Further groupings of counts, in addition to time, operation and outcome. */
export const USAGE_GROUPS = ['credential_id', 'error_code'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** What a usage report is about. Its period is rounded to whole hours or days; by default it is the last seven days. */
export interface UsageReport {
  from?: string;
  to?: string;
  granularity?: Granularity;
  group_by?: UsageGroup[];
  /** Only what this credential did. */
  credential_id?: string;
  /** Only what was answered with this error. */
  error_code?: string;
}

/** How often an operation was called in an hour or a day. */
interface UsageEntry {
  start: string;
  operation: string;
  outcome: Outcome;
  /** Present if the report is grouped by them; null for another caller, and null without an error. */
  credential_id?: string | null;
  error_code?: string | null;
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
/** Most days of a report by credential: a project may have thousands of them. */
const MOST_DAYS_OF_DETAILS = 31;
const MOST_ENTRIES = 10_000;
const WEEK = 7 * LENGTH.day;

/** Reads a project's usage. */
@Injectable()
export class ReadUsage {
  constructor(private readonly pool: Pool) {}

  /** @throws ServiceError `request.invalid` for an empty or too long period, or for too many entries. */
  of(projectId: string, report: UsageReport, now = Date.now()): Promise<Usage> {
    return readUsage(this.pool, projectId, report, now);
  }
}

async function readUsage(pool: Pool, projectId: string, report: UsageReport, now: number): Promise<Usage> {
  const { group_by = [], credential_id = null, error_code = null } = report;
  const isDetailed = group_by.length > 0 || credential_id !== null || error_code !== null;
  const { granularity, first, last } = periodOf(report, isDetailed, now);
  const most = isDetailed ? MOST_ENTRIES + 1 : null;
  const values = [projectId, first, last, granularity, most];
  const { rows } = await pool.query<{ data: UsageEntry[]; uncounted: Date | null }>(
    `SELECT (${entriesSql(isDetailed ? DETAILS : TOTALS, group_by)}) AS data, (${FIRST_UNCOUNTED}) AS uncounted`,
    isDetailed ? [...values, credential_id, error_code] : values,
  );
  const [row] = rows;
  const data = (row?.data ?? []).map((entry) => ({ ...entry, start: new Date(entry.start).toISOString() }));
  if (isDetailed && data.length > MOST_ENTRIES) {
    throw invalidRequest('from', `must be later: the report would have more than ${MOST_ENTRIES} entries`);
  }
  const until = Math.min(now, row?.uncounted?.getTime() ?? now);
  return { data, from: first, to: last, granularity, counted_until: new Date(until).toISOString() };
}

/** The first and the last day whose moments have a year of four digits. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00.000Z');

function periodOf(
  { from, to, granularity = 'day' }: UsageReport,
  isDetailed: boolean,
  now: number,
): { granularity: Granularity; first: string; last: string } {
  const length = LENGTH[granularity];
  const end = Math.min(Math.ceil((to === undefined ? now : Date.parse(to)) / length) * length, LAST_DAY);
  const start = Math.max(
    Math.floor((from === undefined ? end - WEEK : Date.parse(from)) / length) * length,
    FIRST_DAY,
  );
  if (start >= end) throw invalidRequest('to', 'must be later than from');
  const most = isDetailed ? MOST_DAYS_OF_DETAILS : MOST_DAYS[granularity];
  if (end - start > most * LENGTH.day) {
    const how = isDetailed ? 'by credential or error code' : `by ${granularity}`;
    throw invalidRequest('from', `must lie at most ${most} days before to, ${how}`);
  }
  return { granularity, first: new Date(start).toISOString(), last: new Date(end).toISOString() };
}

const TOTALS = 'verify_api.usage WHERE project_id = $1 AND hour >= $2 AND hour < $3';
const DETAILS = `verify_api.usage_details WHERE project_id = $1 AND hour >= $2 AND hour < $3
  AND ($6::text IS NULL OR credential_id = $6) AND ($7::text IS NULL OR error_code = $7)`;

function entriesSql(source: string, groups: readonly UsageGroup[]): string {
  const names = ['start', 'operation', 'outcome', ...groups];
  const inOrder = names.map((name) => (name === 'start' ? 'entry.start' : `entry.${name} COLLATE "C"`));
  return `SELECT json_agg(entry ORDER BY ${inOrder.join(', ')}) FROM (
    SELECT date_trunc($4, hour, 'UTC') AS start, operation, outcome,
      ${groups.map((group) => `nullif(${group}, '') AS ${group},`).join(' ')}
      sum(requests)::bigint AS requests, sum(items)::bigint AS items
    FROM ${source} GROUP BY ${names.map((_, index) => index + 1).join(', ')} LIMIT $5::bigint
  ) AS entry`;
}

/** Read in the same snapshot: the moment of the first line that is stored and not counted yet. */
const FIRST_UNCOUNTED = `SELECT min(block.first_at) FROM verify_api.lanes AS lane
  CROSS JOIN LATERAL (
    SELECT first_at FROM verify_api.interactions
    WHERE day = lane.day AND project_id = $1 AND writer = lane.writer AND sequence > lane.counted
    ORDER BY sequence LIMIT 1
  ) AS block
  WHERE lane.project_id = $1 AND NOT lane.closed`;
