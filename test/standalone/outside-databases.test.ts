import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, register } from '../support/fixtures.js';
import { TestService } from '../support/service.js';

const run = promisify(execFile);

describe('databases given by URL', () => {
  let host: TestService;
  let service: TestService | undefined;
  beforeAll(async () => {
    host = await TestService.start();
    await host.sql('CREATE DATABASE outside_development');
    await host.sql('CREATE DATABASE outside_production');
  }, 60_000);
  afterAll(async () => {
    await service?.dispose();
    await host.dispose();
  }, 30_000);

  const urls = () => {
    const url = (name: string) => host.databaseUrl().replace(/[^/]+$/, name);
    return {
      DATABASE_URL_DEVELOPMENT: url('outside_development'),
      DATABASE_URL_PRODUCTION: url('outside_production'),
    };
  };

  it('are migrated by a command, once', async () => {
    const env = { PATH: process.env['PATH'], DATA_DIR: `${host.dataDirectory}/outside`, ...urls() };
    const migrate = async () =>
      (await run(process.execPath, [resolve('apps/standalone/dist/commands/migrate.js')], { env })).stdout;
    expect(await migrate()).toContain('development: CreateEventLog');
    expect(await migrate()).toBe('development: nothing to do.\nproduction: nothing to do.\n');
  }, 30_000);

  it('serve a service that keeps nothing but its tokens, peppers and keys on disk', async () => {
    service = await TestService.start({ env: urls() });
    const world = await openWorld(service);
    const id = await register(world.admin, world.authorityId);
    expect((await world.verifier.post('/v1/records/verify', { record_id: id })).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
    const [{ count } = { count: '' }] = await host.sql<{ count: string }>(
      'SELECT count(*) FROM record_store.events',
    );
    expect(count).toBe('1'); // The host's own example, and nothing of the other service.
  }, 30_000);
});
