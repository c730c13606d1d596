import { beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { databaseOfFile } from '@service/testing/fixtures';
import type { PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

const database = databaseOfFile();
let table: string;

beforeEach(async () => {
  table = `${await database.freshSchema()}.things`;
  await database.pool.query(`CREATE TABLE ${table} (id integer)`);
});

const insert = (client: PoolClient) => client.query(`INSERT INTO ${table} VALUES (1)`);
const things = async () => (await database.pool.query(`SELECT * FROM ${table}`)).rows;

async function breakConnection(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await database.pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
}

describe('work in a transaction', () => {
  it('is committed when it is done, and its result is answered', async () => {
    const work = async (client: PoolClient) => (await insert(client)).rowCount;
    expect(await inTransaction(database.pool, 'BEGIN', work)).toBe(1);
    expect(await things()).toEqual([{ id: 1 }]);
  });

  it('is rolled back where it throws, with the error it threw, and its connection is released', async () => {
    const single = database.openPool(1, 'single');
    const wrong = new RangeError('wrong');
    const work = inTransaction(single, 'BEGIN', async (client) => {
      await insert(client);
      throw wrong;
    });
    await expect(work).rejects.toBe(wrong);
    expect(await things()).toEqual([]);
    expect((await single.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('throws that the connection was lost where it was, since the work itself had no fault', async () => {
    const single = database.openPool(1, 'single');
    const work = inTransaction(single, 'BEGIN', async (client) => {
      await breakConnection(client);
      await insert(client);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await things()).toEqual([]);
    expect((await single.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
