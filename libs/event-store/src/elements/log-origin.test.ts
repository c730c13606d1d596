import { expect, it } from '@jest/globals';
import { StartError } from '@service/platform/errors';
import { freshLogForEachTest } from '../testing/fresh-log.js';
import { rememberLogOrigin } from './log-origin.js';

const log = freshLogForEachTest();

const remember = (configured: string) => rememberLogOrigin(log.database.pool, log.schema, configured);

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
  const origin = 'a.example/production/recovered-2';
  await log.database.pool.query(`INSERT INTO ${log.schema}.log_origin (origin) VALUES ($1)`, [origin]);
  expect(await remember('a.example/production')).toBe(origin);
  await expect(remember('b.example/production')).rejects.toThrow('LOG_ORIGIN');
});
