import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DATABASE_APPS } from '@service/platform/boundaries';
import type { DatabaseApp } from '@service/platform/databases';
import { createLogger } from '@service/platform/logging';
import { continueAlone } from '@service/platform/postgres';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { KeyHolders, type SharedKeys } from './key-holders.js';

const logger = createLogger('silent');
const SETTING = 'PEPPER_FILE';

const database = databaseOfFile();
let running: KeyHolders[] = [];
beforeAll(async () => {
  for (const app of DATABASE_APPS) {
    await database.pool.query(`CREATE SCHEMA ${app}; CREATE SCHEMA ${app}_published`);
    await database.pool.query(`CREATE TABLE ${app}.key_holders (process text, setting text, ids text[],
      seen_at timestamptz, PRIMARY KEY (process, setting))`);
    await database.pool.query(`CREATE VIEW ${app}_published.key_holders AS SELECT * FROM ${app}.key_holders`);
  }
});
afterEach(async () => {
  await Promise.all(running.map((holders) => holders.leave()));
  running = [];
});

async function start(app: DatabaseApp, ids: string[] | SharedKeys['ids'], times?: typeof QUICK) {
  const holders = new KeyHolders(database.pool, app, logger, times);
  await holders.join([{ setting: SETTING, ids: typeof ids === 'function' ? ids : () => ids }]);
  running.push(holders);
  return holders;
}

const QUICK = { beat: 20, goneAfter: 200, patience: '50ms' };

describe('processes with keys', () => {
  it('start beside those that have one of them, of the same app or another', async () => {
    await start('verify_api', ['a']);
    await start('verify_api', ['b', 'a']);
    await start('webhook_dispatcher', ['a', 'c']);
    expect(running).toHaveLength(3);
  });

  it('are refused beside one that has none of them, in a sentence with the ids', async () => {
    await start('verify_api', ['a']);
    await expect(start('webhook_dispatcher', ['b'])).rejects.toThrow(
      `${SETTING} gives the keys b, but a running verify-api has a; give all processes the same file.`,
    );
  });

  it('that start at once do not miss each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled([start('verify_api', ['a']), start('record_store', ['b'])]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await running.pop()?.leave();
    }
  });

  it('do not wait forever for one that is gone in the middle of its start', async () => {
    const gone = await database.pool.connect();
    await gone.query('BEGIN');
    await continueAlone(gone, 'key_holders', '1s');
    await expect(start('verify_api', ['a'], QUICK)).rejects.toMatchObject({ code: '55P03' });
    await gone.query('ROLLBACK');
    gone.release();
    await start('verify_api', ['a'], QUICK);
  });

  it('leave nothing behind when they are stopped in the middle of their start', async () => {
    const holders = new KeyHolders(database.pool, 'verify_api', logger);
    const joining = holders.join([{ setting: SETTING, ids: () => ['a'] }]);
    await Promise.all([joining, holders.leave()]);
    await holders.join([{ setting: `${SETTING} (later)`, ids: () => ['a'] }]);
    const { rows } = await database.pool.query('SELECT FROM verify_api.key_holders');
    expect(rows).toEqual([]);
  });

  it('may have others when those before them have stopped, or are no longer heard of', async () => {
    const stopped = await start('verify_api', ['a']);
    await stopped.leave();
    await start('verify_api', ['b']);
    const killed = await start('record_store', ['b']);
    await database.pool.query(`UPDATE record_store.key_holders SET seen_at = now() - interval '1 hour'`);
    await Promise.all(running.filter((each) => each !== killed).map((each) => each.leave()));
    await start('verify_api', ['c']);
  });

  it('are not hindered by a row that a clock ahead of time has left, or that says nothing', async () => {
    await database.pool.query(
      `INSERT INTO record_store.key_holders VALUES ('ahead', $1, '{z}', 'infinity'), ('none', $1, '{}', now())`,
      [SETTING],
    );
    await start('verify_api', ['a']);
    await start('record_store', ['a']);
    const { rows } = await database.pool.query(
      `SELECT FROM record_store.key_holders WHERE process = 'ahead'`,
    );
    expect(rows).toEqual([]);
    await database.pool.query(`DELETE FROM record_store.key_holders WHERE process = 'none'`);
  });

  it('tell the others when a file changes', async () => {
    let ids = ['a'];
    await start('verify_api', () => ids, QUICK);
    ids = ['b'];
    await eventually(() => start('verify_api', ['b']));
    await eventually(() =>
      expect(start('record_store', ['a'])).rejects.toThrow('a running verify-api has b'),
    );
  });
});
