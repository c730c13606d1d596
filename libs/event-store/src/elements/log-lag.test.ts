import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MERGE_DELAY_SECONDS } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import { LogLag } from './log-lag.js';

const database = databaseOfFile();
let seconds = 0;
const lagOf = (events = ['lagging.one', 'lagging.other']) =>
  new LogLag(database.pool, { head: 'lagging.log_head', events }, () => seconds * 1_000);

/** Adds an element. @param tx number of its transaction. @param ago its age in seconds. */
const element = (table: string, tx: number, ago: number, text?: string) => {
  const occurred_at = new Date(Date.now() - ago * 1_000).toISOString();
  const written = text ?? JSON.stringify({ log: 'log', occurred_at });
  return database.pool.query(
    `INSERT INTO lagging.${table} (tx, pos, element) VALUES ($1::text::xid8, $2, $3)`,
    [`${tx}`, tx, written],
  );
};

beforeAll(async () => {
  await database.pool.query(`
    CREATE SCHEMA lagging;
    CREATE TABLE lagging.log_head (covered xid8);
    CREATE TABLE lagging.one (tx xid8, pos bigint, element text);
    CREATE TABLE lagging.other (LIKE lagging.one)`);
});
beforeEach(() =>
  database.pool.query(`
    TRUNCATE lagging.log_head, lagging.one, lagging.other;
    INSERT INTO lagging.log_head VALUES ('10')`),
);

it('is the age of the oldest element that no published checkpoint covers', async () => {
  await element('one', 9, 5_000);
  expect(await lagOf().read()).toBe(0);
  await element('one', 12, 100);
  await element('other', 11, 200);
  expect(await lagOf().read()).toBeGreaterThanOrEqual(200_000);
  expect(await lagOf(['lagging.one']).read()).toBeLessThan(200_000);
  await database.pool.query(`UPDATE lagging.log_head SET covered = '13'`);
  expect(await lagOf().read()).toBe(0);
});

it('refuses at half of the merge delay, seen for ten seconds, and at once no more when the log goes on', async () => {
  const lag = lagOf();
  await element('one', 12, MERGE_DELAY_SECONDS / 2 + 1);
  await lag.requireLow();
  seconds += 9;
  await lag.requireLow();
  seconds += 1;
  await expect(lag.requireLow()).rejects.toMatchObject({
    code: 'service.unavailable',
    why: { cause: 'log_lags', behind_ms: expect.any(Number) },
  });
  await database.pool.query(`UPDATE lagging.log_head SET covered = '13'`);
  await lag.requireLow();
  // Not read again for a while.
  expect(lag.requireLow()).toBeNull();
});

it('takes an edited element without a time for a new one', async () => {
  await element('one', 12, 0, 'edited');
  expect(await lagOf().read()).toBe(0);
});
