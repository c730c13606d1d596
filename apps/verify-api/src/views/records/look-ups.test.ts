import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Pool } from 'pg';
import type { LookUpRequest } from './look-up-records.js';
import { LookUps } from './look-ups.js';

interface Query {
  projectId: string;
  values: string[];
  answer(): void;
}

let queries: Query[];
let lookUps: LookUps;

beforeEach(() => {
  queries = [];
  const query = ({ values: [projectId, asked] }: { values: [string, string] }) =>
    new Promise((resolve) => {
      const values = (JSON.parse(asked) as LookUpRequest[]).map(({ value }) => value);
      const row = (value: string) => ({
        progress: null,
        matches: 1,
        revoked_matches: 0,
        record_id: value,
        current: true,
      });
      queries.push({ projectId, values, answer: () => resolve({ rows: values.map(row) }) });
    });
  lookUps = new LookUps({ query } as unknown as Pool, () => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function nextQuery(number: number): Promise<Query> {
  await eventually(() => queries.length >= number, { interval: 1 });
  return queries[number - 1] as Query;
}

async function find(projectId: string, ...values: string[]): Promise<unknown[]> {
  const { matches } = await lookUps.find(
    projectId,
    values.map((value) => ({ by: 'external_id', value, authorities: null })),
  );
  return matches.map((match) => (match === null || match === 'too many' ? match : match.recordId));
}

describe('look-ups', () => {
  it('of a project wait for its own query, and share the next one; those of others do not', async () => {
    const first = find('prj_a', '1');
    await nextQuery(1);
    const waiting = [find('prj_a', '2', '3'), find('prj_a', '3', '2', '2')];
    const other = find('prj_b', '1');
    (await nextQuery(2)).answer();
    expect(await other).toEqual(['1']);
    expect(queries.map(({ projectId }) => projectId)).toEqual(['prj_a', 'prj_b']);
    queries[0]?.answer();
    expect(await first).toEqual(['1']);
    const { values, answer } = await nextQuery(3);
    expect(values).toEqual(['2', '3']);
    answer();
    expect(await Promise.all(waiting)).toEqual([
      ['2', '3'],
      ['3', '2', '2'],
    ]);
    expect(lookUps['ofProjects'].size).toBe(0);
  });

  it('that share a query are a hundred values, or those of one request', async () => {
    const numbers = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `${from + index}`);
    const found = [find('prj_a', ...numbers(0, 60)), find('prj_a', ...numbers(60, 40)), find('prj_a', '100')];
    (await nextQuery(1)).answer();
    (await nextQuery(2)).answer();
    expect((await Promise.all(found)).flat()).toEqual(numbers(0, 101));
    const larger = find('prj_a', ...numbers(0, 120));
    (await nextQuery(3)).answer();
    expect(await larger).toHaveLength(120);
    expect(queries.map(({ values }) => values.length)).toEqual([100, 1, 120]);
  });

  it('are refused without a query once every answer from them would be stale', async () => {
    const first = find('prj_a', '1');
    const query = await nextQuery(1);
    const late = find('prj_a', '2').catch((error: unknown) => error);
    const later = performance.now() + 5_001;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
    query.answer();
    await first;
    expect(await late).toMatchObject({ why: { cause: 'look_up_waited' } });
    expect(queries).toHaveLength(1);
  });
});
