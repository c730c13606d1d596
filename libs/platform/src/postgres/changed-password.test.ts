import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import type { Pool } from 'pg';
import { createLogger } from '../logging/create-logger.js';
import { currentPassword } from './current-password.js';
import { createPool } from './pool.js';

const ROLE = 'changed_password';
const NEW = 'new%41/@:';
let database: EmbeddedDatabase;
let directory: string;
let pool: Pool;
let writeFile: (password: string) => void;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await database.pool.query(`CREATE ROLE ${ROLE} LOGIN`);
});
afterAll(async () => {
  await database.pool.query(`DROP ROLE ${ROLE}`);
  await database.stop();
});
beforeEach(async () => {
  directory = temporaryFolder();
  const path = join(directory, 'url');
  const urlWith = (password: string) =>
    Object.assign(new URL(database.url), { username: ROLE, password: encodeURIComponent(password) }).href;
  writeFile = (password) => writeFileSync(path, `${urlWith(password)}\n`);
  await changeInDatabase('old');
  writeFile('old');
  const url = urlWith('old');
  const password = currentPassword({ variable: 'DATABASE_URL', url }, { DATABASE_URL_FILE: path });
  pool = createPool(url, { max: 4, applicationName: 'changed', logger: createLogger('silent'), password });
});
afterEach(async () => {
  await pool.end();
});

const changeInDatabase = (password: string) =>
  database.pool.query(`ALTER ROLE ${ROLE} PASSWORD '${password}'`);

describe('while the password of a role is changed', () => {
  it('a query that needs a new connection waits until the file has the new password', async () => {
    const busy = await pool.connect();
    await changeInDatabase(NEW);
    let isRefused = false;
    const query = pool.query('SELECT 1 AS one').finally(() => (isRefused = true));
    const client = pool.connect();
    // Its first login was refused.
    await eventually(() => expect(pool.totalCount).toBe(1));
    expect(isRefused).toBe(false);
    writeFile(NEW);
    expect((await query).rows).toEqual([{ one: 1 }]);
    (await client).release();
    busy.release();
  });

  it('one takes a connection that becomes free', async () => {
    const busy = await pool.connect();
    await changeInDatabase(NEW);
    const query = pool.query('SELECT 1 AS one');
    await eventually(() => expect(pool.totalCount).toBe(1));
    busy.release();
    expect((await query).rows).toEqual([{ one: 1 }]);
  });

  it('a file that is not whole leaves the password as it was', async () => {
    writeFileSync(join(directory, 'url'), 'postgres://');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

it('a login that is refused for longer than a connection may take fails', async () => {
  await changeInDatabase(NEW);
  const options = { max: 1, applicationName: 'late', logger: createLogger('silent'), connectionTimeout: 200 };
  const late = createPool(Object.assign(new URL(database.url), { username: ROLE }).href, options);
  await expect(late.query('SELECT')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  await late.end();
});
