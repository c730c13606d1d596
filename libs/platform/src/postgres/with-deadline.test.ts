import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Pool, PoolClient } from 'pg';
import { DatabaseUnavailableError } from './database-unavailable.js';
import { withDeadline } from './with-deadline.js';

const LIMIT = 200;

let database: EmbeddedDatabase;
let holder: PoolClient;
let pool: Pool;
let bounded: Pool;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await database.pool.query('CREATE TABLE public.locked (id integer)');
  holder = await database.pool.connect();
  pool = database.openPool(2, 'bounded');
  bounded = withDeadline(pool, LIMIT);
});
afterAll(async () => {
  holder.release();
  await database.stop();
});

/** Statements of the bounded pool that run at the server. */
async function running(): Promise<string[]> {
  const { rows } = await database.pool.query<{ query: string }>(
    "SELECT query FROM pg_stat_activity WHERE application_name = 'bounded' AND state <> 'idle' AND datname = current_database()",
  );
  return rows.map(({ query }) => query);
}

describe('a statement that waits for a lock past its deadline', () => {
  beforeAll(async () => {
    await holder.query('BEGIN; LOCK TABLE public.locked');
  });
  afterAll(() => holder.query('ROLLBACK'));

  it.each([
    ['alone', () => bounded.query('SELECT FROM public.locked')],
    [
      'in a transaction',
      async () => {
        const client = await bounded.connect();
        try {
          await client.query('BEGIN');
          await client.query('SELECT FROM public.locked');
        } finally {
          client.release();
        }
      },
    ],
    [
      'of one who takes a callback',
      () =>
        new Promise((resolve, reject) => {
          bounded.connect((_, client, release) => {
            client?.query('SELECT FROM public.locked').then(resolve, reject).finally(release);
          });
        }),
    ],
  ])('%s fails, and ends at the server', async (_, wait) => {
    await expect(wait()).rejects.toThrow();
    await eventually(async () => expect(await running()).toEqual([]));
    expect((await bounded.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is told apart from one that is wrong', async () => {
    await expect(bounded.query('SELECT FROM public.locked')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(bounded.query('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });
  });

  it('gives its place to others', async () => {
    const waits = Array.from({ length: 6 }, () => bounded.query('SELECT FROM public.locked'));
    const ended = await Promise.allSettled(waits);
    expect(ended.map(({ status }) => status)).toEqual(waits.map(() => 'rejected'));
    await eventually(async () => expect(await running()).toEqual([]));
  });
});

it('a connection is given back as often as it is taken', async () => {
  for (let turn = 0; turn < 5; turn += 1) await bounded.query('SELECT');
  const client = await bounded.connect();
  expect(pool.totalCount - pool.idleCount).toBe(1);
  client.release();
  expect(pool.totalCount - pool.idleCount).toBe(0);
});
