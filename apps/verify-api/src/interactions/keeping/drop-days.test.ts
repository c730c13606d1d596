import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, type EmbeddedDatabase } from '@service/testing';
import { SampleWriter, startHistoryDatabase } from '../../testing/history-database.js';
import { closeLanes } from '../../usage/open-lanes.js';
import { ensurePartitions } from '../storage/partitions.js';
import { dropDays } from './drop-days.js';

jest.setTimeout(120_000);

const DAY = 86_400_000;
const FIRST = Date.parse('2026-03-01T00:00:00Z');

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await startHistoryDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  await dropDays(database.pool, 1, FIRST + 400 * DAY);
  await database.pool.query('TRUNCATE verify_api.lanes, verify_api.usage');
});

const days = async (table: string) => {
  const { rows } = await database.pool.query<{ day: string }>(
    `SELECT DISTINCT day::text FROM verify_api.${table} ORDER BY day`,
  );
  return rows.map(({ day }) => day);
};
const usage = async () =>
  (await database.pool.query<{ sum: number }>('SELECT sum(requests)::integer FROM verify_api.usage')).rows[0]
    ?.sum;

async function keepDays(count: number): Promise<void> {
  const writer = new SampleWriter(database);
  for (let day = 0; day < count; day += 1) await writer.keep([{ at: FIRST + day * DAY }]);
}

describe('a day of the history', () => {
  it('is dropped when it has been over for as long as it is kept, and not a moment before', async () => {
    await keepDays(3);
    const over = FIRST + DAY;
    expect(await dropDays(database.pool, 30, over + 30 * DAY - 1)).toEqual([]);
    expect(await dropDays(database.pool, 30, over + 30 * DAY)).toEqual(['2026-03-01']);
    expect(await days('interactions')).toEqual(['2026-03-02', '2026-03-03']);
    expect(await days('lanes')).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('is counted to the end first, also where its lanes were closed already', async () => {
    const writer = new SampleWriter(database);
    const late = writer.link([{ at: FIRST }]);
    await writer.keep([{ at: FIRST + DAY }]);
    await new SampleWriter(database).keep([{ at: FIRST }]);
    await closeLanes(database.pool, '2026-04-01');
    await writer.store(late);
    await dropDays(database.pool, 1, FIRST + 3 * DAY);
    expect(await days('interactions')).toEqual([]);
    expect(await usage()).toBe(3);
  });

  it('is dropped in the next round where the last one was interrupted', async () => {
    await keepDays(2);
    await database.pool.query(
      'ALTER TABLE verify_api.interactions DETACH PARTITION verify_api.interactions_20260301 CONCURRENTLY',
    );
    expect(await dropDays(database.pool, 1, FIRST + 2 * DAY)).toEqual(['2026-03-01']);
    expect(await dropDays(database.pool, 1, FIRST + 2 * DAY)).toEqual([]);
    expect(await days('lanes')).toEqual(['2026-03-02']);
  });

  it('is dropped without a writer that waits, though a reader is in the way', async () => {
    await keepDays(2);
    const reader = await database.pool.connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM verify_api.interactions');
    const dropping = dropDays(database.pool, 1, FIRST + 2 * DAY);
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE%CONCURRENTLY' AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await ensurePartitions(database.pool, ['2026-03-02']);
    await new SampleWriter(database).keep([{ at: FIRST + DAY }]);
    await reader.query('COMMIT');
    reader.release();
    expect(await dropping).toEqual(['2026-03-01']);
  });
});
