import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabases, dropDatabases, queryDatabase, type DatabaseUrls } from '../support/databases.js';
import { openWorld, register } from '../support/fixtures.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const run = promisify(execFile);

describe('databases given by URL', () => {
  let databases: DatabaseUrls;
  let settings: NodeJS.ProcessEnv;
  let service: TestService | undefined;
  beforeAll(async () => {
    databases = await createDatabases(await databaseServer());
    settings = {
      DATABASE_URL_DEVELOPMENT: databases.development,
      DATABASE_URL_PRODUCTION: databases.production,
    };
  }, 60_000);
  afterAll(async () => {
    await service?.dispose();
    await dropDatabases(databases);
  }, 30_000);

  it('are migrated by a command, once', async () => {
    const env = { PATH: process.env['PATH'], ...settings };
    const migrate = async () =>
      (await run(process.execPath, [resolve('apps/standalone/dist/commands/migrate.js')], { env })).stdout;
    expect(await migrate()).toContain('development: CreateEventLog');
    expect(await migrate()).toBe('development: nothing to do.\nproduction: nothing to do.\n');
  }, 60_000);

  it('serve a service that keeps nothing but its tokens, peppers, keys and newest checkpoint on disk', async () => {
    service = await TestService.start({ env: settings });
    const world = await openWorld(service);
    const id = await register(world.admin, world.authorityId);
    expect((await world.verifier.post('/v1/records/verify', { record_id: id })).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
    const [row] = await queryDatabase<{ count: string }>(
      databases.development,
      'SELECT count(*) FROM record_store.events WHERE stream_id = $1',
      [id],
    );
    expect(row?.count).toBe('1');
    const files = await readdir(join(service.dataDirectory, 'development'));
    expect(files.toSorted()).toEqual(['checkpoint', 'pepper', 'sealing-keys', 'signing-keys.json']);
  }, 60_000);
});
