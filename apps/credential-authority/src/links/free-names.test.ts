import { beforeAll, expect, it } from '@jest/globals';
import { runMigrations } from '@service/platform/migrations';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool, PoolClient } from 'pg';
import { credentialAuthorityMigrations } from '../migrations/index.js';
import { LOG } from '../streams/own-log.js';
import { TAKE_FREE_NAME } from './free-names.sql.js';

const database = databaseOfFile();
beforeAll(async () => {
  await runMigrations(database.url, credentialAuthorityMigrations);
  await database.pool.query(`GRANT INSERT ON ${LOG}.events TO CURRENT_USER`);
});

const claim = (name: string, owner: string, by: Pool | PoolClient = database.pool) =>
  by.query(`INSERT INTO ${LOG}.claims (name, owner) VALUES ($1, $2)`, [name, owner]);
const end = (link: string) =>
  database.pool.query(
    `INSERT INTO ${LOG}.events (stream_id, version, event_id, type, schema_version, data)
     VALUES ($1, 2, $1, 'service.link.revoked', 1, '{}')`,
    [link],
  );
const take = async (names: string[], by: Pool | PoolClient = database.pool) =>
  (await by.query<{ name: string }>(TAKE_FREE_NAME, [names])).rows.map(({ name }) => name);

it('is the first that no open link has', async () => {
  await claim('one', 'lnk_open');
  await claim('two', 'lnk_ended');
  await end('lnk_ended');
  expect(await take(['one'])).toEqual([]);
  expect(await take(['one', 'three', 'two'])).toEqual(['three']);
  expect(await take(['one', 'two', 'three'])).toEqual(['two']);
});

it('is found where another takes one meanwhile: who claims the same one second asks again', async () => {
  const names = ['four', 'five'];
  for (const name of names) {
    await claim(name, `lnk_${name}`);
    await end(`lnk_${name}`);
  }
  const client = await database.pool.connect();
  await client.query('BEGIN');
  expect(await take(names, client)).toEqual(['four']);
  const other = take(names);
  await eventually(async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  });
  await claim('four', 'lnk_new', client);
  await client.query('COMMIT');
  client.release();
  expect(await other).toEqual(['four']);
  expect(await take(names)).toEqual(['five']);
});
