import { beforeAll, describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool } from 'pg';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { countBlocks } from './count-blocks.js';
import { LastUses } from './last-uses.js';
import { ReadUsage, type UsageReport } from './read-usage.js';

const DAY = '2026-03-01';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const HOUR = 3_600_000;
const NOW = NOON + 5 * HOUR;

const database = databaseOfFile(startHistoryDatabase);
let usage: ReadUsage;
beforeAll(async () => {
  usage = new ReadUsage(database.pool);
  await new SampleWriter(database).keep([
    { at: NOON - 24 * HOUR, operation: 'records.read' },
    { at: NOON, operation: 'records.verify', items: 4 },
    { at: NOON + HOUR, operation: 'records.verify', status: 500 },
    { at: NOON + HOUR, operation: 'records.read' },
    { at: NOON + HOUR, operation: 'records.read', projectId: 'prj_other' },
  ]);
  for (const day of ['2026-02-28', DAY]) await countBlocks(database.pool, day);
});

describe('usage', () => {
  it('is that of the last seven days by day, by default', async () => {
    expect(await usage.of('prj_one', {}, NOW)).toEqual({
      data: [
        entry('2026-02-28T00:00:00.000Z', 'records.read'),
        entry('2026-03-01T00:00:00.000Z', 'records.read'),
        { ...entry('2026-03-01T00:00:00.000Z', 'records.verify'), outcome: 'failed' },
        { ...entry('2026-03-01T00:00:00.000Z', 'records.verify'), items: 4 },
      ],
      from: '2026-02-23T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
      granularity: 'day',
      counted_until: new Date(NOW).toISOString(),
    });
  });

  it('begins and ends with whole hours', async () => {
    const asked = {
      from: '2026-03-01T12:59:59Z',
      to: '2026-03-01T12:59:59.001Z',
      granularity: 'hour' as const,
    };
    const { data, from, to } = await usage.of('prj_one', asked, NOW);
    expect([from, to]).toEqual(['2026-03-01T12:00:00.000Z', '2026-03-01T13:00:00.000Z']);
    expect(data).toEqual([{ ...entry('2026-03-01T12:00:00.000Z', 'records.verify'), items: 4 }]);
  });

  it('is grouped by credential and error code, and narrowed to one', async () => {
    const two = { type: 'credential', id: 'crd_two' } as const;
    const projectId = 'prj_apart';
    await new SampleWriter(database).keep([
      { at: NOON, projectId },
      { at: NOON, projectId, status: 404, errorCode: 'record.not_found' },
      { at: NOON, projectId, status: 404, errorCode: 'record.not_found', actor: two },
      { at: NOON, projectId, status: 429, errorCode: 'rate.limited', actor: two },
    ]);
    await countBlocks(database.pool, DAY);
    const of = async (report: UsageReport) => (await usage.of('prj_apart', report, NOW)).data;
    const refused = { outcome: 'refused', requests: 1 };
    expect(await of({ group_by: ['credential_id'] })).toMatchObject([
      { ...refused, credential_id: 'crd_one' },
      { ...refused, credential_id: 'crd_two', requests: 2 },
      { outcome: 'succeeded', credential_id: 'crd_one', requests: 1 },
    ]);
    expect(await of({ group_by: ['error_code'], credential_id: 'crd_two' })).toMatchObject([
      { ...refused, error_code: 'rate.limited' },
      { ...refused, error_code: 'record.not_found' },
    ]);
    expect(await of({ error_code: 'record.not_found' })).toMatchObject([{ ...refused, requests: 2 }]);
    expect(await of({ group_by: ['credential_id', 'error_code'], error_code: 'rate.limited' })).toMatchObject(
      [{ ...refused, credential_id: 'crd_two', error_code: 'rate.limited' }],
    );
    expect(await of({ credential_id: 'crd_never' })).toEqual([]);
    expect(await of({ group_by: ['error_code'], credential_id: 'crd_one' })).toContainEqual(
      expect.objectContaining({ outcome: 'succeeded', error_code: null, requests: 1 }),
    );
  });

  it('has no more entries than can be answered, where it is kept apart', async () => {
    await database.pool.query(
      `INSERT INTO verify_api.usage_details
       SELECT 'prj_large', '2026-03-01T12:00:00Z', 'records.verify', 'succeeded', 'crd_' || n, '', 1, 1
       FROM generate_series(1, 10001) AS n`,
    );
    const refusal = { code: 'request.invalid', extras: { details: [{ field: 'from' }] } };
    await expect(usage.of('prj_large', { group_by: ['credential_id'] }, NOW)).rejects.toMatchObject(refusal);
    expect((await usage.of('prj_large', { group_by: ['error_code'] }, NOW)).data).toHaveLength(1);
  });

  it('of one credential is read by itself', async () => {
    await database.pool.query(
      `INSERT INTO verify_api.usage_details
       SELECT 'prj_busy', '2026-03-01T00:00:00Z'::timestamptz + n / 1000 * interval '1 hour', 'records.verify', 'succeeded',
         'crd_' || n % 1000, '', 1, 1
       FROM generate_series(0, 19999) AS n`,
    );
    await database.pool.query('ANALYZE verify_api.usage_details');
    const plans: string[] = [];
    const explained = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return database.pool.query(text, values);
      },
    } as unknown as Pool;
    const report = { credential_id: 'crd_7', granularity: 'day' as const };
    expect((await new ReadUsage(explained).of('prj_busy', report, NOW)).data).toMatchObject([
      { requests: 20 },
    ]);
    expect(plans.join()).toContain('usage_details_project_id_credential_id_hour_idx');
  });

  it('is that of one project alone, and empty without interactions', async () => {
    expect((await usage.of('prj_other', {}, NOW)).data).toEqual([
      entry('2026-03-01T00:00:00.000Z', 'records.read'),
    ]);
    expect((await usage.of('prj_idle', {}, NOW)).data).toEqual([]);
  });

  it.each([
    ['to', { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }],
    ['to', { from: '2026-03-09T00:00:00Z' }],
    ['to', { from: '9999-12-31T00:00:00Z', to: '9999-12-31T23:59:59Z' }],
    ['to', { to: '0001-01-01T00:00:00Z' }],
    ['from', { from: '2025-01-01T00:00:00Z' }],
    ['from', { from: '2026-01-01T00:00:00Z', group_by: ['credential_id' as const] }],
    ['from', { from: '2026-01-01T00:00:00Z', granularity: 'hour' as const }],
  ])('refuses an invalid period, and names %s', async (field, asked) => {
    const refusal = { code: 'request.invalid', extras: { details: [{ field }] } };
    await expect(usage.of('prj_one', asked, NOW)).rejects.toMatchObject(refusal);
  });

  it('shows until when the project’s lines are counted', async () => {
    const writer = new SampleWriter(database);
    await writer.keep([{ at: NOON + 2 * HOUR, projectId: 'prj_lagging' }]);
    await writer.keep([{ at: NOON + 3 * HOUR, projectId: 'prj_lagging' }]);
    const until = async (project: string) => (await usage.of(project, {}, NOW)).counted_until;
    expect(await until('prj_lagging')).toBe(new Date(NOON + 2 * HOUR).toISOString());
    expect(await until('prj_one')).toBe(new Date(NOW).toISOString());
    await countBlocks(database.pool, DAY, 1);
    expect(await until('prj_lagging')).toBe(new Date(NOON + 3 * HOUR).toISOString());
    await countBlocks(database.pool, DAY);
    expect(await until('prj_lagging')).toBe(new Date(NOW).toISOString());
  });
});

describe('the last use of credentials', () => {
  it('is known of those that were used', async () => {
    const uses = await new LastUses(database.pool).of(['crd_one', 'crd_never']);
    expect([...uses]).toEqual([['crd_one', new Date(NOON + 3 * HOUR).toISOString()]]);
    expect(await new LastUses(database.pool).of([])).toEqual(new Map());
  });
});

function entry(start: string, operation: string) {
  return { start, operation, outcome: 'succeeded', requests: 1, items: 1 };
}
