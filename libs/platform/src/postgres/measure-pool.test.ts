import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { createLogger } from '../logging/create-logger.js';
import { createMetrics } from '../metrics/index.js';
import { measurePool } from './measure-pool.js';
import { createPool } from './pool.js';

const logger = createLogger('silent');
const database = databaseOfFile();

it('a scrape waits for a connection like everybody else, and says for how long', async () => {
  const pool = createPool(database.url, { max: 1, applicationName: 'test', logger });
  const metrics = createMetrics(logger, 'development');
  measurePool(metrics, 'record_store', pool);
  const taken = await pool.connect();
  const scrape = metrics.collect();
  await eventually(() => expect(pool.waitingCount).toBe(1));
  // Within the time that the scrape waits.
  const began = performance.now();
  await taken.query('SELECT pg_sleep(0.01)');
  const waited = (performance.now() - began) / 1_000;
  taken.release();
  const family = (await scrape).find(({ name }) => name === 'rvs_database_pool_wait_seconds');
  expect(family?.samples).toMatchObject([{ labels: { environment: 'development', app: 'record_store' } }]);
  expect(family?.samples[0]?.value).toBeGreaterThanOrEqual(waited);
  await pool.end();
});
