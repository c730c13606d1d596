import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { runMigrations } from '@service/platform/migrations';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { verifyApiMigrations } from '../migrations/index.js';

/** Starts a database with the tables of limits for the tests of a file, and empties them before each test. */
export function limitsDatabase(): EmbeddedDatabase {
  const database = {} as EmbeddedDatabase;
  beforeAll(async () => {
    Object.assign(database, await startEmbeddedDatabase());
    await runMigrations(database.url, verifyApiMigrations);
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await database.pool.query('TRUNCATE verify_api.rate_buckets, verify_api.quota_days');
  });
  return database;
}
