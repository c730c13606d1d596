import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';

import { createMetrics } from '../admin/metrics.js';
import { createLogger } from '../logging/create-logger.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import { measureOldestTransaction, oldestTransactionAge } from './oldest-transaction.js';
import { createPool } from './pool.js';

const logger = createLogger('silent');
let temporary: TemporaryDirectory;
let server: EmbeddedServer;
let pool: Pool;

beforeAll(async () => {
  temporary = temporaryDirectory();
  server = await startEmbeddedServer({ directory: temporary.path, database: 'service' });
  pool = createPool(server.url, { max: 3, applicationName: 'age test', logger });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
  temporary[Symbol.dispose]();
});

/** Measures while a transaction that has run these statements stays open for half a second. */
async function whileOpen<Answer>(begin: string, measure: () => Promise<Answer>): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    await client.query('SELECT pg_sleep(0.5)');
    return await measure();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('the age of the oldest transaction', () => {
  it('is 0 when none runs', async () => {
    expect(await oldestTransactionAge(pool)).toBe(0);
  });

  it('counts from the beginning of a transaction that writes', async () => {
    const age = await whileOpen('BEGIN; SELECT pg_current_xact_id()', () => oldestTransactionAge(pool));
    expect(age).toBeGreaterThanOrEqual(0.5);
    expect(age).toBeLessThan(30);
  });

  it('does not count one that only reads, which delays no follower', async () => {
    const reading = 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class';
    expect(await whileOpen(reading, () => oldestTransactionAge(pool))).toBe(0);
  });

  it('is a metric of each environment', async () => {
    const metrics = createMetrics(logger);
    measureOldestTransaction(metrics, 'development', pool);
    measureOldestTransaction(metrics, 'production', pool);
    const { text } = await metrics.scrape();
    expect(text).toContain('event_log_oldest_transaction_age_seconds{environment="development"} 0\n');
    expect(text).toContain('event_log_oldest_transaction_age_seconds{environment="production"} 0\n');
  });
});
