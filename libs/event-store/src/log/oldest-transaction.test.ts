import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { createMetrics, renderMetrics } from '@service/platform/metrics';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { holdingTransactions, measureOldestTransaction } from './oldest-transaction.js';
import { eventLogSql } from './schema.sql.js';

const database = databaseOfFile();
let tables: string[];

beforeAll(async () => {
  const schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  tables = [`${schema}.events`];
});

/** Measures while a transaction with these statements stays open. */
async function whileOpen<Answer>(begin: string, measure: () => Promise<Answer>): Promise<Answer> {
  const client = await database.pool.connect();
  try {
    await client.query(begin);
    return await measure();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const holders = () => holdingTransactions(database.pool, tables);

async function exposition(): Promise<string> {
  const metrics = createMetrics(createLogger('silent'), 'production');
  measureOldestTransaction(metrics, database.pool, tables);
  return renderMetrics(await metrics.collect()).text;
}

describe('the transactions that hold back followers', () => {
  it('are those of writers that have an id', async () => {
    await eventually(async () => expect(await holders()).toEqual([]));
    const found = await whileOpen('BEGIN; SELECT pg_current_xact_id()', holders);
    expect(found).toEqual([{ age: expect.any(Number), gid: null }]);
  });

  it('are none that only read, which delay no follower', async () => {
    const reading = 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class';
    expect(await whileOpen(reading, holders)).toEqual([]);
  });

  it('are none of roles that may not append', async () => {
    const writing = `BEGIN; REVOKE INSERT ON ${tables[0]} FROM CURRENT_USER`;
    await database.pool.query(`REVOKE INSERT ON ${tables[0]} FROM CURRENT_USER`);
    expect(await whileOpen(writing, holders)).toEqual([]);
    await database.pool.query(`GRANT INSERT ON ${tables[0]} TO CURRENT_USER`);
  });

  it('have names where they are prepared, which nothing but an operator ends', async () => {
    await database.pool.query(`BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION 'elsewhere'`);
    expect(await holders()).toEqual([]);
    await database.pool.query(`ROLLBACK PREPARED 'elsewhere'`);
    await database.pool.query(
      `BEGIN; SELECT pg_current_xact_id(); LOCK ${tables[0]} IN ROW EXCLUSIVE MODE; PREPARE TRANSACTION 'forgotten'`,
    );
    expect(await holders()).toEqual([{ age: expect.any(Number), gid: 'forgotten' }]);
    expect(await exposition()).toContain(
      'event_log_prepared_transaction_age_seconds{environment="production",gid="forgotten"}',
    );
    await database.pool.query(`ROLLBACK PREPARED 'forgotten'`);
    await eventually(async () =>
      expect(await exposition()).toContain(
        'event_log_oldest_transaction_age_seconds{environment="production"} 0\n',
      ),
    );
  });
});
