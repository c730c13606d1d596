import { beforeAll, expect, it } from '@jest/globals';
import { StartError } from '@service/platform/errors';
import { databaseOfFile } from '@service/testing/fixtures';
import { logOriginSql, rememberLogOrigin } from './log-origin.js';

const database = databaseOfFile();

beforeAll(async () => {
  await database.pool.query(`CREATE SCHEMA source; ${logOriginSql('source')}`);
});

const remember = (configured: string) => rememberLogOrigin(database.pool, 'source', configured);

it('the log’s origin is that of the first start, and a start with another one is refused', async () => {
  expect(await remember('a.example/production')).toBe('a.example/production');
  expect(await remember('a.example/production')).toBe('a.example/production');
  for (const other of ['b.example/production', 'a.example/development']) {
    await expect(remember(other)).rejects.toThrow(StartError);
    await expect(remember(other)).rejects.toThrow(
      `The log of this database is a.example/production since its first start, and LOG_ORIGIN with ENVIRONMENT gives ${other}`,
    );
  }
});

it('a log that a recovery began goes on under the same setting', async () => {
  await database.pool.query("UPDATE source.log_origin SET origin = 'a.example/production/recovered-2'");
  expect(await remember('a.example/production')).toBe('a.example/production/recovered-2');
  await expect(remember('b.example/production')).rejects.toThrow('LOG_ORIGIN');
});
