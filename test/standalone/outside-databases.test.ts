import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  asRole,
  createDatabases,
  dropDatabases,
  ownerUrl,
  queryDatabase,
  type DatabaseUrls,
} from '../support/databases.js';
import { openFixture, register } from '../support/fixtures.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const run = promisify(execFile);

describe('databases given by URL', () => {
  let directory: string;
  let urls: DatabaseUrls;
  let service: TestService | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'outside-'));
    urls = await createDatabases(await databaseServer());
  });
  afterAll(async () => {
    await service?.dispose();
    await dropDatabases(urls);
    await rm(directory, { recursive: true });
  });

  const APPS = ['credential_authority', 'record_store', 'webhook_dispatcher', 'verify_api'];
  const settings = (): NodeJS.ProcessEnv =>
    Object.fromEntries(
      Object.entries(urls).flatMap(([environment, url]) => {
        const suffix = environment.toUpperCase();
        const named = APPS.map((app) => [`DATABASE_URL_${app.toUpperCase()}_${suffix}`, asRole(url, app)]);
        return [[`DATABASE_OWNER_URL_${suffix}`, ownerUrl(url)], ...named];
      }),
    );

  it('are migrated by a command, once', async () => {
    const env = { PATH: process.env['PATH'], DATA_DIR: directory, ...settings() };
    const migrate = async () =>
      (await run(process.execPath, [resolve('dist/standalone/commands/migrate.js')], { env })).stdout;
    expect(await migrate()).toContain('development: credential_authority.event-log');
    expect(await migrate()).toBe('development: nothing to do.\nproduction: nothing to do.\n');
  });

  it('serve a service that keeps nothing but its tokens, peppers, keys and newest checkpoint on disk', async () => {
    service = await TestService.start({ env: settings() });
    const fixture = await openFixture(service);
    const id = await register(fixture.admin, fixture.authorityId);
    expect((await fixture.verifier.post('/v1/records/verify', { record_id: id })).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
    const written = await queryDatabase(urls.development, 'SELECT FROM record_store.events');
    expect(written).toHaveLength(2); // The example, and this one.
    const files = await readdir(join(service.dataDirectory, 'development'));
    expect(files.toSorted()).toEqual([
      'checkpoint',
      'event-keys-credential-authority',
      'event-keys-webhook-dispatcher',
      'lock',
      'pepper',
      'sealing-keys',
      'signing-keys.json',
    ]);
  });
});
