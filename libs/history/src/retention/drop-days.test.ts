import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { SampleLog } from '../testing/sample-log.js';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { closeLanes } from '../usage/open-lanes.js';
import { DAY } from '@service/platform/days';
import { createLogger } from '@service/platform/logging';
import { checkHistory } from '../checking/check-history.js';
import { HistorySealer } from '../sealing/history-sealer.js';
import { checkDay } from '../checking/check-day.js';
import { historyDays } from '../storage/partitions.js';
import { dropDays } from './drop-days.js';

const FIRST = Date.parse('2026-03-01T00:00:00Z');

const database = databaseOfFile(startHistoryDatabase);
let log: SampleLog;
beforeEach(async () => {
  const { pool } = database;
  await pool.query('TRUNCATE verify_api.interactions');
  log = new SampleLog(database);
  await log.open();
  await dropDays(pool, 1, FIRST + 400 * DAY);
  await pool.query(`TRUNCATE verify_api.lanes, verify_api.usage, verify_api.history_seals,
    verify_api.history_sealed_lanes, verify_api.history_dropped_days`);
});

const drop = async (retentionDays: number, now: number) => {
  await log.seal();
  return (await dropDays(database.pool, retentionDays, now)).dropped;
};
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
  it('is dropped at the end of its retention, and not a moment before', async () => {
    await keepDays(3);
    const over = FIRST + DAY;
    expect(await drop(30, over + 30 * DAY - 1)).toEqual([]);
    expect(await drop(30, over + 30 * DAY)).toEqual(['2026-03-01']);
    expect(await days('interactions')).toEqual(['2026-03-02', '2026-03-03']);
    expect(await days('lanes')).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('is counted completely first, also if its lanes were closed already', async () => {
    const writer = new SampleWriter(database);
    const late = writer.link([{ at: FIRST }]);
    await writer.keep([{ at: FIRST + DAY }]);
    await new SampleWriter(database).keep([{ at: FIRST }]);
    await closeLanes(database.pool, '2026-04-01');
    await writer.store(late);
    expect(await drop(1, FIRST + 3 * DAY)).toEqual(['2026-03-01', '2026-03-02']);
    expect(await days('interactions')).toEqual([]);
    expect(await usage()).toBe(3);
  });

  it('stays until seals in the log cover the last line of each lane', async () => {
    const dropNow = () => dropDays(database.pool, 1, FIRST + 3 * DAY);
    const writer = new SampleWriter(database);
    await writer.keep([{ at: FIRST }]);
    expect(await dropNow()).toEqual({ dropped: [], unsealed: ['2026-03-01'], unsent: [] });
    await log.seal();
    await writer.keep([{ at: FIRST }]);
    expect(await dropNow()).toEqual({ dropped: [], unsealed: ['2026-03-01'], unsent: [] });
    await new HistorySealer(database.pool, log.commands, createLogger('silent')).seal();
    expect(await dropNow()).toEqual({ dropped: [], unsealed: ['2026-03-01'], unsent: [] });
    await log.sequence();
    expect(await dropNow()).toEqual({ dropped: ['2026-03-01'], unsealed: [], unsent: [] });
  });

  it('is then reported as dropped, and not as cut off', async () => {
    await keepDays(2);
    await drop(1, FIRST + 2 * DAY);
    const check = await checkDay(database.pool, 'prj_one', '2026-03-01');
    expect(check).toMatchObject({ dropped_at: expect.any(String), sound: true, data: [] });
    const sum = await checkHistory(database.pool, null, { lane() {}, seal() {} });
    expect(sum).toMatchObject({ lanes: 1, seals: 1, faults: 0 });
    await database.pool.query('DELETE FROM verify_api.history_dropped_days');
    expect(await checkDay(database.pool, 'prj_one', '2026-03-01')).toMatchObject({
      dropped_at: null,
      sound: false,
      data: [{ faults: [{ kind: 'cut_off', sequence: 1, lines: 1 }] }],
    });
  });

  it('is dropped in the next run if the last one was interrupted', async () => {
    await keepDays(2);
    await database.pool.query(
      'ALTER TABLE verify_api.interactions DETACH PARTITION verify_api.interactions_20260301 CONCURRENTLY',
    );
    expect(await drop(1, FIRST + 2 * DAY)).toEqual(['2026-03-01']);
    expect(await drop(1, FIRST + 2 * DAY)).toEqual([]);
    expect(await days('lanes')).toEqual(['2026-03-02']);
  });

  it('is dropped without blocking writers, even while a reader holds a lock', async () => {
    await keepDays(2);
    const reader = await database.pool.connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM verify_api.interactions');
    const dropping = drop(1, FIRST + 2 * DAY);
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE query LIKE '%detach_interactions_day%' AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await historyDays.ensure(database.pool, ['2026-03-02']);
    await new SampleWriter(database).keep([{ at: FIRST + DAY }]);
    await reader.query('COMMIT');
    reader.release();
    expect(await dropping).toEqual(['2026-03-01']);
  });
});
