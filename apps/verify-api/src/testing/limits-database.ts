import { beforeAll, beforeEach } from '@jest/globals';
import { runMigrations } from '@service/platform/migrations';
import type { EmbeddedDatabase } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { verifyApiMigrations } from '../migrations/index.js';

/** Starts a database with the tables of limits for the tests of a file, and empties them before each test. */
export function limitsDatabase(): EmbeddedDatabase {
  const database = databaseOfFile();
  beforeAll(() => runMigrations(database.url, verifyApiMigrations));
  beforeEach(async () => {
    await database.pool.query('TRUNCATE verify_api.rate_buckets, verify_api.quota_days');
  });
  return database;
}
