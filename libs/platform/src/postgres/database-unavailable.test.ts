import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseError, type Pool } from 'pg';

import { createLogger } from '../logging/create-logger.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { withClient } from './client.js';
import { DatabaseUnavailableError } from './database-unavailable.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import { createPool } from './pool.js';

let temporary: TemporaryDirectory;
let server: EmbeddedServer;
let pool: Pool;

beforeAll(async () => {
  temporary = temporaryDirectory();
  server = await startEmbeddedServer({ directory: temporary.path, database: 'service' });
  pool = createPool(server.url, { max: 2, applicationName: 'failing', logger: createLogger('silent') });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
  temporary[Symbol.dispose]();
});

describe('a pool whose connection failures are typed', () => {
  it('answers what it is asked, by query and by connection', async () => {
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    const client = await pool.connect();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });

  it('leaves the fault of a statement as it is', async () => {
    const failed = pool.query('SELECT 1 / 0');
    await expect(failed).rejects.toThrow(DatabaseError);
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    await expect(pool.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
  });

  it('says so where the server ends the connection under a statement', async () => {
    const sleeping = pool.query('SELECT pg_sleep(60)');
    await withClient(server.url, async (client) => {
      const ended = async () => {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
           WHERE application_name = 'failing' AND query LIKE '%pg_sleep%'`,
        );
        return rowCount === 1;
      };
      // The statement may not have arrived there yet.
      while (!(await ended()));
    });
    await expect(sleeping).rejects.toThrow(DatabaseUnavailableError);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('says so where the server is gone, with what the driver said', async () => {
    await server.stop();
    for (const asked of [pool.query('SELECT 1'), pool.connect()]) {
      await expect(asked).rejects.toThrow(DatabaseUnavailableError);
      await expect(asked).rejects.toHaveProperty('cause');
    }
  });
});
