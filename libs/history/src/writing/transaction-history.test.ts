import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { HistoryChecker } from '@service/evidence';
import { inTransaction } from '@service/event-store';
import { createLogger } from '@service/platform/logging';
import { dayOf } from '@service/platform/days';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Interaction } from '../interaction.js';
import { historyDays } from '../storage/partitions.js';
import { readBlocks, startHistoryDatabase } from '../testing/history-database.js';
import { sampleInteraction } from '../testing/sample-interaction.js';
import { TransactionHistory } from './transaction-history.js';

const database = databaseOfFile(startHistoryDatabase);
beforeAll(async () => {
  await historyDays.ensure(database.pool, [dayOf(Date.now())]);
  await database.pool.query('CREATE TABLE verify_api.done (id integer)');
});
afterEach(() => database.pool.query('TRUNCATE verify_api.interactions, verify_api.lanes, verify_api.done'));

const history = (now?: () => number) => new TransactionHistory('verify_api', createLogger('silent'), now);
const line = (projectId = 'prj_one'): Interaction =>
  sampleInteraction({ projectId, channel: 'events', actor: { type: 'service', id: 'it' }, client: null });

/** A transaction that does something and writes lines. */
const doIt = (own: TransactionHistory, lines: readonly Interaction[], end = 'SELECT 1') =>
  own.during((write) =>
    inTransaction(database.pool, 'BEGIN', async (client) => {
      await client.query('INSERT INTO verify_api.done VALUES (1)');
      await write(client, lines);
      await client.query(end);
    }),
  );

const done = async () => (await database.pool.query('SELECT FROM verify_api.done')).rows.length;

/** Lines of each lane, all of them sound. */
async function lanes(): Promise<number[]> {
  const checkers = new Map<string, HistoryChecker>();
  for (const block of await readBlocks(database.pool)) {
    const key = `${block.project_id} ${block.writer}`;
    const checker = checkers.get(key) ?? new HistoryChecker(block);
    checkers.set(key, checker);
    expect(checker.take(block)).toEqual([]);
  }
  return [...checkers.values()].map(({ newest }) => newest).toSorted((one, other) => one - other);
}

it('Lines are stored with what they say, in one lane for each project', async () => {
  const own = history();
  await doIt(own, [line(), line('prj_two'), line()]);
  await doIt(own, []);
  await doIt(own, [line()]);
  expect([await done(), await lanes()]).toEqual([3, [1, 3]]);
});

it('A transaction that fails stores no lines, and no lane has a gap after it', async () => {
  const own = history();
  await doIt(own, [line()]);
  await expect(doIt(own, [line()], 'SELECT 1 / 0')).rejects.toThrow('division by zero');
  await doIt(own, [line()]);
  expect([await done(), await lanes()]).toEqual([2, [1, 1]]);
});

it('Transactions at the same time write to lanes of their own', async () => {
  const own = history();
  for (let round = 0; round < 3; round += 1) await Promise.all([1, 2].map(() => doIt(own, [line()])));
  expect([await done(), await lanes()]).toEqual([6, [3, 3]]);
});

it('A transaction whose lines have no room fails once, and is then committed without them', async () => {
  let now = Date.parse('2001-02-03T12:00:00Z');
  const own = history(() => now);
  await expect(doIt(own, [line()])).rejects.toThrow('no partition');
  await doIt(own, [line()]);
  expect([await done(), await lanes()]).toEqual([1, []]);
  now = Date.now();
  await doIt(own, [line()]);
  expect([await done(), await lanes()]).toEqual([2, [1]]);
});

it('More lines than a block holds are stored in several', async () => {
  await doIt(
    history(),
    Array.from({ length: 4_001 }, () => line()),
  );
  expect(await lanes()).toEqual([4_001]);
  expect(await readBlocks(database.pool)).toHaveLength(2);
});
