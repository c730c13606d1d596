import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { DatabaseError, type Pool } from 'pg';

import { createLogger } from '../logging/create-logger.js';
import { withClient } from './client.js';
import { DatabaseUnavailableError } from './database-unavailable.js';
import { createPool } from './pool.js';
import { withDeadline } from './with-deadline.js';

let database: EmbeddedDatabase;
let pool: Pool;

/** A proxy for the server of this worker’s tests, which a test can stop. */
const front = createServer((socket) => {
  const { hostname, port } = new URL(database.url);
  const server = connect(Number(port), hostname);
  for (const [from, to] of [
    [socket, server],
    [server, socket],
  ] as [Socket, Socket][]) {
    from.pipe(to);
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
  }
  sockets.push(socket);
});
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.address() as AddressInfo;
  const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: `${port}` }).href;
  pool = createPool(url, { max: 2, applicationName: 'failing', logger: createLogger('silent') });
});
afterAll(async () => {
  await pool.end();
  front.close();
  await database.stop();
});

describe('a pool whose outages are typed', () => {
  it('gives up a connection that brings nothing any more, as after a failover', async () => {
    const bounded = withDeadline(pool, 200);
    await bounded.query('SELECT');
    for (const socket of sockets) socket.unpipe().pause();
    await expect(bounded.query('SELECT')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect((await bounded.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('answers queries, and queries on a connection', async () => {
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    const client = await pool.connect();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });

  it('does not change the error of a statement', async () => {
    const failed = pool.query('SELECT 1 / 0');
    await expect(failed).rejects.toThrow(DatabaseError);
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    await expect(pool.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
  });

  it.each([
    ['53100', 'a full disk'],
    ['53200', 'no memory left'],
    ['25006', 'a server that takes no writes'],
    ['57P03', 'a server that starts'],
  ])('throws it for %s, %s, also in a transaction', async (code) => {
    const failing = `DO $$ BEGIN RAISE EXCEPTION 'failed' USING ERRCODE = '${code}'; END $$`;
    const client = await pool.connect();
    await client.query('BEGIN');
    for (const failed of [pool.query(failing), client.query(failing)]) {
      await expect(failed).rejects.toThrow(DatabaseUnavailableError);
      await expect(failed).rejects.toMatchObject({ cause: { code } });
    }
    await client.query('ROLLBACK');
    await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    client.release();
  });

  it('throws it where the server refuses the login, as while a password is changed', async () => {
    const url = Object.assign(new URL(database.url), { password: 'former' }).href;
    const refused = createPool(url, { max: 1, applicationName: 'refused', logger: createLogger('silent') });
    await expect(refused.query('SELECT 1')).rejects.toThrow(DatabaseUnavailableError);
    await refused.end();
  });

  it('throws it where the server ends the connection during a statement', async () => {
    const sleeping = pool.query('SELECT pg_sleep(60)');
    await withClient(database.url, async (client) => {
      const ended = async () => {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
           WHERE application_name = 'failing' AND datname = current_database() AND query LIKE '%pg_sleep%'`,
        );
        return rowCount === 1;
      };
      // The statement may not have reached the server yet.
      while (!(await ended()));
    });
    await expect(sleeping).rejects.toThrow(DatabaseUnavailableError);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('throws it where a commit’s wait for the synchronous standby is cancelled, though the server reports success', async () => {
    await withClient(database.url, async (client) => {
      const setStandby = async (name: string) => {
        await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
        await client.query('SELECT pg_reload_conf()');
      };
      await setStandby('absent');
      try {
        let isOver = false;
        const commitUntilOneWaits = async () => {
          for (let count = 0; !isOver; count += 1)
            await pool.query(`SELECT pg_logical_emit_message(true, 'commit', '${count}')`);
        };
        const cancelled = commitUntilOneWaits().catch((error: unknown) => error);
        const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
        while (((await client.query(cancel)).rowCount ?? 0) === 0);
        isOver = true;
        expect(await cancelled).toBeInstanceOf(DatabaseUnavailableError);
      } finally {
        await setStandby('');
      }
      expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    });
  });

  it('throws it where the server is gone, with the message of the driver', async () => {
    const address = front.address() as AddressInfo;
    front.close();
    for (const socket of sockets) socket.destroy();
    const { port } = address;
    const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: `${port}` }).href;
    for (const ask of [
      () => pool.query('SELECT 1'),
      () => pool.connect(),
      () => withClient(url, () => Promise.resolve()),
    ]) {
      const asked = ask();
      await expect(asked).rejects.toThrow(DatabaseUnavailableError);
      await expect(asked).rejects.toHaveProperty('cause');
    }
  });
});
