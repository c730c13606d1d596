import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Pool } from 'pg';

import { createMetrics, renderMetrics } from '../metrics/index.js';
import { createLogger } from '../logging/create-logger.js';
import { measureOldestTransaction, oldestTransactionAge } from './oldest-transaction.js';
import { createPool } from './pool.js';

const logger = createLogger('silent');
let database: EmbeddedDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  pool = createPool(database.url, { max: 3, applicationName: 'age test', logger });
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

/** Measures while a transaction with these statements stays open for half a second. */
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

/** The server may be running an automatic ANALYZE for a moment. */
const isZero = () => eventually(async () => expect(await oldestTransactionAge(pool)).toBe(0));

describe('the age of the oldest transaction', () => {
  it('is 0 when none runs', async () => {
    await isZero();
  });

  it('counts from the start of a transaction that writes', async () => {
    const age = await whileOpen('BEGIN; SELECT pg_current_xact_id()', () => oldestTransactionAge(pool));
    expect(age).toBeGreaterThanOrEqual(0.5);
    expect(age).toBeLessThan(30);
  });

  it('does not count one that only reads, which delays no follower', async () => {
    const reading = 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class';
    await whileOpen(reading, isZero);
  });

  it('is a metric of each environment', async () => {
    const metrics = createMetrics(logger);
    measureOldestTransaction(metrics, 'development', pool);
    measureOldestTransaction(metrics, 'production', pool);
    await eventually(async () => {
      const { text } = renderMetrics(await metrics.collect());
      expect(text).toContain('event_log_oldest_transaction_age_seconds{environment="development"} 0\n');
      expect(text).toContain('event_log_oldest_transaction_age_seconds{environment="production"} 0\n');
    });
  });
});
