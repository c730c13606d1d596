import { describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import type { ClientBase } from 'pg';
import { createLogger } from '../logging/create-logger.js';
import { StartError } from '../start-error.js';
import { withClient } from './client.js';
import { requireDatabase } from './databases.js';
import { createPool } from './pool.js';
import { SESSION_SETTINGS, pinSession } from './session-settings.js';

const database = databaseOfFile();

/** Another value than the pinned one, for each setting. */
const OTHERS: Record<keyof typeof SESSION_SETTINGS, string> = {
  search_path: 'evil, pg_catalog',
  client_encoding: 'LATIN1',
  DateStyle: 'German',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  quote_all_identifiers: 'on',
  default_transaction_isolation: 'serializable',
};

const SHOW = 'SELECT current_setting($1) AS value';

describe.each([
  ['the database', () => `ALTER DATABASE ${new URL(database.url).pathname.slice(1)}`],
  ['the role', () => `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(database.url).pathname.slice(1)}`],
])('where %s has another default', (_, alter) => {
  it.each(Object.entries(OTHERS))('of %s, no session has it', async (name, other) => {
    const list = name === 'search_path' ? other : `'${other}'`;
    await withClient(database.url, (client) => client.query(`${alter()} SET ${name} = ${list}`));
    const pool = createPool(database.url, {
      max: 1,
      applicationName: 'pinned',
      logger: createLogger('silent'),
    });
    try {
      // PostgreSQL shows the empty path in quotes.
      const value = SESSION_SETTINGS[name] || expect.stringMatching(/^(?:"")?$/);
      expect((await pool.query(SHOW, [name])).rows).toEqual([{ value }]);
      expect((await withClient(database.url, (client) => client.query(SHOW, [name]))).rows).toEqual([
        { value },
      ]);
    } finally {
      await pool.end();
      await withClient(database.url, (client) => client.query(`${alter()} RESET ${name}`));
    }
  });
});

it.each([
  ['off', 'on'],
  ['remote_apply', 'remote_apply'],
])('where commits are %s by default, they are %s', async (other, expected) => {
  const alter = `ALTER DATABASE ${new URL(database.url).pathname.slice(1)}`;
  await withClient(database.url, (client) => client.query(`${alter} SET synchronous_commit = ${other}`));
  try {
    const { rows } = await withClient(database.url, (client) => client.query('SHOW synchronous_commit'));
    expect(rows).toEqual([{ synchronous_commit: expected }]);
  } finally {
    await withClient(database.url, (client) => client.query(`${alter} RESET synchronous_commit`));
  }
});

it.each([
  ['15.18 (Debian 15.18-0)', /^The server is PostgreSQL 15\.18 .*, and the service needs 16 or newer\.$/],
  ['16.0', null],
  ['19beta1', null],
])('a server of version %s is refused with a sentence where it is too old', async (version, sentence) => {
  const rows = [{ encoding: 'UTF8', pid: 1, version }];
  const pinning = pinSession({ processID: 1, query: async () => [{ rows }] } as unknown as ClientBase);
  if (sentence === null) return expect(pinning).resolves.toBeUndefined();
  await expect(pinning).rejects.toBeInstanceOf(StartError);
  return expect(pinning).rejects.toThrow(sentence);
});

it('a database that cannot store every text is refused with a sentence', async () => {
  await withClient(database.url, (client) =>
    client.query("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"),
  );
  try {
    const url = Object.assign(new URL(database.url), { pathname: '/ascii' }).href;
    const refused = requireDatabase(url, 'DATABASE_URL');
    await expect(refused).rejects.toBeInstanceOf(StartError);
    await expect(refused).rejects.toThrow(
      /^The database's server_encoding is SQL_ASCII, and the service needs UTF8: .*\.$/,
    );
  } finally {
    await withClient(database.url, (client) => client.query('DROP DATABASE ascii WITH (FORCE)'));
  }
});
