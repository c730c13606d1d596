import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { QueryRunner } from 'typeorm';
import { CreateLimits1763700000002 } from '../migrations/1763700000002-create-limits.js';

/** Starts a database with the tables of limits for the tests of a file, and empties them before each test. */
export function limitsDatabase(): EmbeddedDatabase {
  const database = {} as EmbeddedDatabase;
  beforeAll(async () => {
    Object.assign(database, await startEmbeddedDatabase());
    await database.pool.query('CREATE SCHEMA verify_api');
    const runner = { query: (text: string) => database.pool.query(text) } as unknown as QueryRunner;
    await new CreateLimits1763700000002().up(runner);
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await database.pool.query('TRUNCATE verify_api.rate_buckets, verify_api.quota_days');
  });
  return database;
}
