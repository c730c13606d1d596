import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { createLogger } from '../logging/create-logger.js';
import { loadSettings } from '../settings/load-settings.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { withClient } from './client.js';
import { connectDatabases, openDatabases } from './databases.js';
import { startEmbeddedServer } from './embedded-server.js';

const logger = createLogger('silent');

let temporary: TemporaryDirectory;
let given: EmbeddedDatabase;

beforeAll(async () => {
  temporary = temporaryDirectory();
  given = await startEmbeddedDatabase();
});
afterAll(async () => {
  await given.stop();
  temporary[Symbol.dispose]();
});

async function answers(url: string): Promise<boolean> {
  return withClient(url, (client) => client.query('SELECT')).then(
    () => true,
    () => false,
  );
}

describe('the databases of a service', () => {
  it('are embedded servers where no URL is given, and end with the service', async () => {
    const settings = loadSettings({ DATA_DIR: join(temporary.path, 'embedded') });
    const { of, stop } = await openDatabases(settings, logger);
    const { development, production } = of;
    expect(new URL(development.ownerUrl).port).not.toBe(new URL(production.ownerUrl).port);
    for (const url of [...development.urls, ...production.urls]) expect(await answers(url)).toBe(true);
    await stop();
    expect(await answers(development.ownerUrl)).toBe(false);
    expect(await answers(production.ownerUrl)).toBe(false);
  });

  it('go on running when a command beside the service ends, and stop when a command alone ends', async () => {
    const settings = loadSettings({
      DATA_DIR: join(temporary.path, 'embedded'),
      ENVIRONMENTS: 'development',
    });
    const service = await openDatabases(settings, logger);
    const command = await connectDatabases(settings, logger);
    expect(command.of).toEqual(service.of);
    await command.stop();
    expect(await answers(service.of.development.ownerUrl)).toBe(true);
    await service.stop();
    const alone = await connectDatabases(settings, logger);
    expect(await answers(alone.of.development.ownerUrl)).toBe(true);
    await alone.stop();
    expect(await answers(alone.of.development.ownerUrl)).toBe(false);
  });

  it('let every role log in again after a process was killed before it set their passwords', async () => {
    const directory = join(temporary.path, 'embedded');
    const settings = loadSettings({ DATA_DIR: directory, ENVIRONMENTS: 'development' });
    const file = join(directory, 'development/database-roles.json');
    const passwords = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    const others = Object.entries(passwords).map(([login, password]) => [login, `${password}-new`]);
    await writeFile(file, JSON.stringify(Object.fromEntries(others)));
    const { of, stop } = await openDatabases(settings, logger);
    for (const url of of.development.urls) expect(await answers(url)).toBe(true);
    await stop();
  });

  it('are those of the given URLs, which go on running', async () => {
    const settings = loadSettings({
      DATA_DIR: temporary.path,
      ENVIRONMENTS: 'production',
      DATABASE_URL_PRODUCTION: given.url,
    });
    const { of, stop } = await openDatabases(settings, logger);
    expect(of.production.urlOf('record_store')).toBe(given.url);
    expect(() => of.production.ownerUrl).toThrow('DATABASE_OWNER_URL_PRODUCTION must give');
    await stop();
    expect(await answers(given.url)).toBe(true);
  });

  it('are neither embedded nor given roles with MAKE_MISSING=off', async () => {
    const off = {
      DATA_DIR: join(temporary.path, 'off'),
      ENVIRONMENTS: 'development',
      MAKE_MISSING: 'off',
    };
    await expect(connectDatabases(loadSettings(off), logger)).rejects.toThrow(
      'DATABASE_OWNER_URL_DEVELOPMENT must give the database of development; with MAKE_MISSING=off the service makes none.',
    );
    const owner = loadSettings({ ...off, DATABASE_OWNER_URL_DEVELOPMENT: given.url });
    await expect(connectDatabases(owner, logger)).rejects.toThrow(
      'DATABASE_URL_DEVELOPMENT_VERIFY_API must give the role of each app',
    );
  });

  it('that do not answer are named in one sentence without a password, and no server is left running', async () => {
    const settings = loadSettings({
      DATA_DIR: join(temporary.path, 'embedded'),
      DATABASE_URL_PRODUCTION: 'postgres://service:pa55word@localhost:1/records',
    });
    await expect(openDatabases(settings, logger)).rejects.toThrow(
      /^The database of DATABASE_URL_PRODUCTION \(localhost:1\/records\) does not answer: [^.](?!.*pa55word).*ECONNREFUSED.*\.$/,
    );
    const { adopted, stop } = await startEmbeddedServer({
      directory: join(temporary.path, 'embedded/development'),
      database: 'service',
    });
    expect(adopted).toBe(false);
    await stop();
  });

  it('that refuse the password are named without it', async () => {
    const url = new URL(given.url);
    url.password = 'pa55word';
    const settings = loadSettings({
      ENVIRONMENTS: 'development',
      DATABASE_URL_DEVELOPMENT: url.href,
    });
    await expect(openDatabases(settings, logger)).rejects.toThrow(
      /does not answer: password authentication failed for user "postgres"\.$/,
    );
  });
});
