import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  it('are embedded servers of their own where no URL is given, and end with the service', async () => {
    const settings = loadSettings({ DATA_DIR: join(temporary.path, 'embedded') });
    const { urls, stop } = await openDatabases(settings, logger);
    expect(new URL(urls.development).port).not.toBe(new URL(urls.production).port);
    expect(await answers(urls.development)).toBe(true);
    expect(await answers(urls.production)).toBe(true);
    await stop();
    expect(await answers(urls.development)).toBe(false);
    expect(await answers(urls.production)).toBe(false);
  });

  it('stay up beside a command that leaves, and a command alone takes them down', async () => {
    const settings = loadSettings({
      DATA_DIR: join(temporary.path, 'embedded'),
      ENVIRONMENTS: 'development',
    });
    const service = await openDatabases(settings, logger);
    const command = await connectDatabases(settings, logger);
    expect(command.urls).toEqual(service.urls);
    await command.stop();
    expect(await answers(service.urls.development)).toBe(true);
    await service.stop();
    const alone = await connectDatabases(settings, logger);
    expect(await answers(alone.urls.development)).toBe(true);
    await alone.stop();
    expect(await answers(alone.urls.development)).toBe(false);
  });

  it('are those of the URLs that are given, which stay up', async () => {
    const settings = loadSettings({
      DATA_DIR: temporary.path,
      ENVIRONMENTS: 'production',
      DATABASE_URL_PRODUCTION: given.url,
    });
    const { urls, stop } = await openDatabases(settings, logger);
    expect(urls).toEqual({ production: given.url });
    await stop();
    expect(await answers(given.url)).toBe(true);
  });

  it('that do not answer are named in one sentence without a password, and none is left running', async () => {
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
