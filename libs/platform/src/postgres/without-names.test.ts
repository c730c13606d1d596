import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { createLogger } from '../logging/create-logger.js';
import { createPool } from './pool.js';

/** Type and length of BackendKeyData, before the process id. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Gives each client another process id than its session has, as a pooler does. */
const pooler = createServer((socket) => {
  const { hostname, port } = new URL(database.url);
  const server = connect(Number(port), hostname);
  socket.pipe(server);
  server.on('data', (data) => {
    const at = data.indexOf(KEY_DATA);
    if (at >= 0) data.writeInt32BE(1, at + KEY_DATA.length);
    socket.write(data);
  });
  for (const each of [socket, server]) each.on('close', () => [socket, server].map((end) => end.destroy()));
});

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  pooler.close();
  await database.stop();
});

/** Names of the statements that a session keeps after a named one. */
async function namesKept(url: string): Promise<unknown[]> {
  const pool = createPool(url, { max: 1, applicationName: 'named', logger: createLogger('silent') });
  try {
    const named = { name: 'sum', text: 'SELECT $1::integer + 1 AS sum', values: [1] };
    expect((await pool.query(named)).rows).toEqual([{ sum: 2 }]);
    const client = await pool.connect();
    expect((await client.query(named)).rows).toEqual([{ sum: 2 }]);
    client.release();
    return (await pool.query('SELECT name FROM pg_prepared_statements')).rows;
  } finally {
    await pool.end();
  }
}

describe('a named statement', () => {
  it('is kept by its session', async () => {
    expect(await namesKept(database.url)).toEqual([{ name: 'sum' }]);
  });

  it('is not kept behind a pooler', async () => {
    const { port } = pooler.address() as AddressInfo;
    const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: `${port}` }).href;
    expect(await namesKept(url)).toEqual([]);
  });
});
