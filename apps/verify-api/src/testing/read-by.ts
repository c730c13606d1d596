import type { ClientBase, Pool } from 'pg';

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The most rows that a step of a plan reads, and the indexes that it uses. */
export interface PlanReads {
  rows: number;
  indexes: string[];
  scans: boolean;
}

/** Runs a query, and tells what its plan has read. */
export async function readBy(
  database: ClientBase | Pool,
  text: string,
  values: unknown[] = [],
): Promise<PlanReads> {
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  return readsOf((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan);
}

function readsOf(plan: Plan): PlanReads {
  const parts = (plan.Plans ?? []).map(readsOf);
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return {
    rows: Math.max(own, ...parts.map(({ rows }) => rows)),
    indexes: [
      ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
      ...parts.flatMap(({ indexes }) => indexes),
    ],
    scans: plan['Node Type'] === 'Seq Scan' || parts.some(({ scans }) => scans),
  };
}
