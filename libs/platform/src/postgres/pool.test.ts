import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool } from 'pg';

import { createLogger } from '../logging/create-logger.js';
import { waitFor } from '../wait-for.js';
import { withClient } from './client.js';
import { DatabaseUnavailableError } from './database-unavailable.js';
import { createPool } from './pool.js';

const database = databaseOfFile();
let pool: Pool;
let log = '';

beforeEach(() => {
  const logger = createLogger('info', { write: (line) => (log += line) });
  pool = createPool(database.url, { max: 2, applicationName: 'pool test', logger });
});
afterEach(() => pool.end());

async function breakConnections(): Promise<void> {
  log = '';
  await withClient(database.url, (client) =>
    client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pool test' AND datname = current_database()",
    ),
  );
  const logged = (): true | undefined => (log.includes('a database connection broke') ? true : undefined);
  expect(await waitFor(logged, 10_000)).toBe(true);
}

describe('a pool of connections', () => {
  it('finds PostgreSQL’s own functions, whatever search path its role was given', async () => {
    await withClient(database.url, async (client) => {
      await client.query('CREATE SCHEMA evil');
      await client.query(
        "CREATE FUNCTION evil.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT 'evil'::bytea $$",
      );
      await client.query('ALTER ROLE CURRENT_USER SET search_path = evil, pg_catalog');
    });
    const deceived = createPool(database.url, {
      max: 1,
      applicationName: 'deceived',
      logger: createLogger('silent'),
    });
    try {
      const { rows } = await deceived.query<{ digest: Buffer }>("SELECT sha256('') AS digest");
      expect(rows[0]?.digest).toHaveLength(32);
    } finally {
      await deceived.end();
      await withClient(database.url, (client) => client.query('ALTER ROLE CURRENT_USER RESET search_path'));
    }
  });

  it('survives the break of idle connections, and logs it once', async () => {
    await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1')]);
    await breakConnections();
    expect(log.trim().split('\n')).toHaveLength(1);
    // The pool hears of each break by itself.
    expect(await waitFor(() => (pool.totalCount === 0 ? true : undefined), 10_000)).toBe(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('survives the break of a used connection between its queries, and the next query fails', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await breakConnections();
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('distinguishes a failed connection from a failed statement', async () => {
    await expect(pool.query('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });
    const url = new URL(database.url);
    url.port = '1';
    const logger = createLogger('silent');
    const unreachable = createPool(url.href, { max: 1, applicationName: 'pool test', logger });
    await expect(unreachable.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(unreachable.connect()).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await unreachable.end();
  });

  it('answers 64-bit integers without rounding them', async () => {
    const { rows } = await pool.query('SELECT 9007199254740993::bigint AS large');
    expect(rows).toEqual([{ large: '9007199254740993' }]);
  });
});
