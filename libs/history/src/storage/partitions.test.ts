import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { startHistoryDatabase } from '../testing/history-database.js';
import { historyDays, PARTITIONS_LOCK } from './partitions.js';

const DAYS = ['2026-03-01', '2026-03-02'];

const database = databaseOfFile(startHistoryDatabase);

it('creates a day’s partition once, even if several gateways start at the same moment', async () => {
  const holder = await database.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [PARTITIONS_LOCK]);
  const gateways = [1, 2, 3].map((gateway) => database.openPool(1, `gateway-${gateway}`));
  const made = Promise.all(gateways.map((pool) => historyDays.ensure(pool, DAYS)));
  // By then, each has seen that there is no partition.
  await eventually(async () => {
    const { rows } = await holder.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    expect(rows).toHaveLength(gateways.length);
  });
  await holder.query('SELECT pg_advisory_unlock($1)', [PARTITIONS_LOCK]);
  holder.release();
  await made;
  const { rows } = await database.pool.query(
    "SELECT FROM pg_inherits WHERE inhparent = 'verify_api.interactions'::regclass",
  );
  expect(rows).toHaveLength(DAYS.length);
});
