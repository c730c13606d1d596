import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceErrorOf } from '@service/messaging/commands';
import { createLogger } from '@service/platform/logging';
import { createPool, withDeadline } from '@service/platform/postgres';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { listDriver } from '../gateway/infrastructure.module.js';

let database: EmbeddedDatabase;
let pool: Pool;
let source: DataSource;
beforeAll(async () => {
  database = await startEmbeddedDatabase();
  pool = createPool(database.url, { max: 2, applicationName: 'lists', logger: createLogger('silent') });
  const driver = listDriver(withDeadline(pool, 300));
  source = await new DataSource({ type: 'postgres', driver }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.stop();
});

const causeAfter = async (statement: string) =>
  serviceErrorOf(await source.query(statement).catch((error: unknown) => error));

describe('a list', () => {
  it.each([
    ['the server ends its connection', 'SELECT pg_terminate_backend(pg_backend_pid())'],
    ['its statement is cancelled', 'SELECT pg_cancel_backend(pg_backend_pid())'],
    ['its statement takes too long', 'SELECT pg_sleep(60)'],
    ['the server starts', `DO $$ BEGIN RAISE 'starting' USING ERRCODE = '57P03'; END $$`],
    ['its transaction is rolled back', `DO $$ BEGIN RAISE 'deadlock' USING ERRCODE = '40P01'; END $$`],
  ])('is unavailable where %s', async (_, statement) => {
    expect(await causeAfter(statement)).toMatchObject({
      code: 'service.unavailable',
      why: { cause: 'database_unavailable' },
    });
  });

  it('fails where the statement is at fault', async () => {
    expect(await causeAfter('SELECT 1 / 0')).toBeNull();
  });
});
