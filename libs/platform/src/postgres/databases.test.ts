import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import { createLogger } from '../logging/create-logger.js';
import { loadSettings } from '../settings/load-settings.js';
import { withClient } from './client.js';
import {
  connectDatabase,
  openDatabase,
  refuseMarked,
  requireDatabase,
  type OpenDatabase,
} from './databases.js';

const logger = createLogger('silent');

let temporary: string;
let given: EmbeddedDatabase;

beforeAll(async () => {
  temporary = temporaryFolder();
  given = await startEmbeddedDatabase();
});
afterAll(async () => {
  await given.stop();
});

async function answers(url: string): Promise<boolean> {
  return withClient(url, (client) => client.query('SELECT')).then(
    () => true,
    () => false,
  );
}

/** The settings of development, in a directory of the temporary one, unless variables say otherwise. */
const settingsWith = (directory: string, variables: NodeJS.ProcessEnv = {}) =>
  loadSettings({ ENVIRONMENT: 'development', DATA_DIR: join(temporary, directory), ...variables });

describe('the database of an environment', () => {
  it('is an embedded server where no URL is given, another for each environment, and ends with the service', async () => {
    const [development, production] = (await Promise.all(
      ['development', 'production'].map((ENVIRONMENT) =>
        openDatabase(settingsWith('embedded', { ENVIRONMENT }), logger),
      ),
    )) as [OpenDatabase, OpenDatabase];
    expect(new URL(development.database.ownerUrl).port).not.toBe(new URL(production.database.ownerUrl).port);
    for (const url of [...development.database.urls, ...production.database.urls]) {
      expect(await answers(url)).toBe(true);
    }
    await development.stop();
    expect(await answers(development.database.ownerUrl)).toBe(false);
    expect(await answers(production.database.ownerUrl)).toBe(true);
    await production.stop();
    expect(await answers(production.database.ownerUrl)).toBe(false);
  });

  it('goes on running when a command beside the service ends, and stops when a command alone ends', async () => {
    const settings = settingsWith('embedded');
    const service = await openDatabase(settings, logger);
    const command = await connectDatabase(settings, logger);
    expect(command.database).toEqual(service.database);
    await command.stop();
    expect(await answers(service.database.ownerUrl)).toBe(true);
    await service.stop();
    const alone = await connectDatabase(settings, logger);
    expect(await answers(alone.database.ownerUrl)).toBe(true);
    await alone.stop();
    expect(await answers(alone.database.ownerUrl)).toBe(false);
  });

  it('lets every role log in again after a process was killed before it set their passwords', async () => {
    const file = join(temporary, 'embedded/development/database-roles.json');
    const passwords = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    const others = Object.entries(passwords).map(([login, password]) => [login, `${password}-new`]);
    await writeFile(file, JSON.stringify(Object.fromEntries(others)));
    const { database, stop } = await openDatabase(settingsWith('embedded'), logger);
    for (const url of database.urls) expect(await answers(url)).toBe(true);
    await stop();
  });

  it('is that of the given URLs, which goes on running', async () => {
    const settings = settingsWith('', { DATABASE_URL: given.url });
    const { database, stop } = await openDatabase(settings, logger);
    expect(database.urlOf('record_store')).toBe(given.url);
    expect(() => database.ownerUrl).toThrow('DATABASE_OWNER_URL must give');
    await stop();
    expect(await answers(given.url)).toBe(true);
  });

  it('is neither embedded nor given roles with MAKE_MISSING=off', async () => {
    const off = { MAKE_MISSING: 'off' };
    await expect(connectDatabase(settingsWith('off', off), logger)).rejects.toThrow(
      'DATABASE_OWNER_URL must give the database; with MAKE_MISSING=off the service makes none.',
    );
    const owner = settingsWith('off', { ...off, DATABASE_OWNER_URL: given.url });
    await expect(connectDatabase(owner, logger)).rejects.toThrow(
      'DATABASE_URL_VERIFY_API must give the role of each app',
    );
  });

  it('that does not answer is named in one sentence without a password', async () => {
    const settings = settingsWith('', { DATABASE_URL: 'postgres://service:pa55word@localhost:1/records' });
    await expect(openDatabase(settings, logger)).rejects.toThrow(
      /^The database of DATABASE_URL \(localhost:1\/records\) does not answer: [^.](?!.*pa55word).*ECONNREFUSED.*\.$/,
    );
  });

  it('that refuses the password is named without it', async () => {
    const url = new URL(given.url);
    url.password = 'pa55word';
    const settings = settingsWith('', { DATABASE_URL: url.href });
    await expect(openDatabase(settings, logger)).rejects.toThrow(
      /does not answer: password authentication failed for user "postgres"\.$/,
    );
  });

  it('is refused where it was exported or is imported into, by all but the command that does it', async () => {
    const settings = settingsWith('embedded');
    const { database, stop } = await openDatabase(settings, logger);
    const marks = [
      ['finished_export', /^The database .*was exported, .* npm run export -- --undo\.$/],
      ['unfinished_import', /^The database .*holds an unfinished import: run npm run import again\.$/],
    ] as const;
    for (const [mark, sentence] of marks) {
      await withClient(database.ownerUrl, (client) => client.query(`CREATE SCHEMA ${mark}`));
      await expect(connectDatabase(settings, logger)).rejects.toThrow(sentence);
      await expect(refuseMarked(database.ownerUrl)).rejects.toThrow(sentence);
      const asApp = requireDatabase(database.urlOf('record_store'), 'DATABASE_URL', 'record_store');
      await expect(asApp).rejects.toThrow(sentence);
      await (await connectDatabase(settings, logger, mark)).stop();
      await withClient(database.ownerUrl, (client) => client.query(`DROP SCHEMA ${mark}`));
    }
    await (await connectDatabase(settings, logger)).stop();
    await stop();
  });

  it('is refused for an app where it lacks its tables, and where the role is of another app', async () => {
    const required = () => requireDatabase(given.url, 'DATABASE_URL', 'record_store');
    await expect(required()).rejects.toThrow(
      /^The database of DATABASE_URL .* has no tables of record_store: run npm run migrate\.$/,
    );
    await withClient(given.url, (client) => client.query('CREATE SCHEMA record_store'));
    await required();
    const other = `other_${process.pid}`;
    await withClient(given.url, (client) => client.query(`CREATE ROLE ${other} LOGIN PASSWORD 'pa55word'`));
    const url = Object.assign(new URL(given.url), { username: other, password: 'pa55word' }).href;
    try {
      await expect(requireDatabase(url, 'DATABASE_URL', 'record_store')).rejects.toThrow(
        `is for the role of record_store, not for ${other}, which may not use its tables.`,
      );
    } finally {
      await withClient(given.url, (client) => client.query(`DROP ROLE ${other}`));
    }
  });
});
