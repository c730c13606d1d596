import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ask, startInChild } from '../testing/embedded-server.js';
import { createLogger } from '../logging/create-logger.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { findBinaries } from './binaries.js';
import { startEmbeddedServer, type EmbeddedServer, type EmbeddedServerOptions } from './embedded-server.js';
import { createPool } from './pool.js';
import { ServerLog } from './server-log.js';
import { chooseServerUser } from './server-user.js';
import { startPostmaster } from './start-postmaster.js';
import { stopPostmaster } from './stop-postmaster.js';

let temporary: TemporaryDirectory;
let directory: string;

beforeAll(() => {
  temporary = temporaryDirectory();
  directory = join(temporary.path, 'development');
});

const servers: EmbeddedServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  // Stops a server that a failed test has left running.
  await (await start()).stop();
  temporary[Symbol.dispose]();
});

async function start(options: Partial<EmbeddedServerOptions> = {}): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ directory, database: 'service', ...options });
  servers.push(server);
  return server;
}

function postmasterId(): number {
  return Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

describe('an embedded server', () => {
  it('keeps data and password when it is stopped and started', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE public.kept AS SELECT 7 AS value');
    await first.stop();
    await expect(ask(first.url, 'SELECT 1')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await ask(second.url, 'SELECT value FROM public.kept')).toBe(7);
  });

  it('starts on its old port after it was killed', async () => {
    const { url } = await start();
    await ask(url, 'CREATE TABLE public.recovered AS SELECT 7 AS value');
    process.kill(postmasterId(), 'SIGKILL');
    const again = await start();
    expect(again).toMatchObject({ adopted: false, url });
    expect(await ask(again.url, 'SELECT value FROM public.recovered')).toBe(7);
  });

  it('starts although its process id belongs to another program since the machine restarted', async () => {
    const server = await start();
    const file = join(directory, 'postgres/postmaster.pid');
    const lines = readFileSync(file, 'utf8').split('\n');
    await server.stop();
    writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
    expect((await start()).adopted).toBe(false);
  });

  it('is reached by a Unix socket, also after a killed server whose process id belongs to another program', async () => {
    const { localUrl } = await start();
    expect(await ask(localUrl, 'SELECT inet_client_addr() IS NULL')).toBe(true);
    const { port } = new URL(localUrl);
    const lock = join(directory, 'socket', `.s.PGSQL.${port}.lock`);
    const lines = readFileSync(lock, 'utf8').split('\n');
    process.kill(postmasterId(), 'SIGKILL');
    writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'));
    const again = await start();
    expect(again).toMatchObject({ adopted: false, localUrl });
    expect(await ask(localUrl, 'SELECT inet_client_addr() IS NULL')).toBe(true);
  });

  it('is reached by TCP by the pools of a service whose socket somebody has removed, but not by a URL that its owner wrote', async () => {
    const { localUrl } = await start();
    const pool = createPool(localUrl, { max: 1, applicationName: 'test', logger: createLogger('fatal') });
    rmSync(join(directory, 'socket'), { recursive: true });
    const { rows } = await pool.query('SELECT inet_client_addr() IS NULL AS local');
    expect(rows).toEqual([{ local: false }]);
    await pool.end();
    const own = new URL(localUrl);
    own.hostname = 'localhost';
    const other = createPool(own.href, { max: 1, applicationName: 'test', logger: createLogger('fatal') });
    await expect(other.query('SELECT')).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
    await other.end();
  });

  it('keeps its port where no socket can be made', async () => {
    const server = await start();
    const port = Number(new URL(server.url).port);
    await server.stop();
    const path = join(directory, 'postgres');
    const binaries = findBinaries();
    const user = await chooseServerUser(directory, path, binaries);
    const log = new ServerLog(directory);
    const cluster = { path, binaries, user, log, port, socketDirectory: '/proc/1', parameters: {} };
    expect(await startPostmaster(cluster)).toMatchObject({ port, socketDirectory: '' });
    await stopPostmaster(path);
  });

  it('is reached by TCP where the path of its directory is too long for a socket', async () => {
    const deep = join(temporary.path, 'deep'.repeat(25));
    const server = await startEmbeddedServer({ directory: deep, database: 'service' });
    servers.push(server);
    expect(server.localUrl).toBe(server.url);
    expect(await ask(server.localUrl, 'SELECT 1')).toBe(1);
  });

  it('goes on running when one of its users releases it, and stops with the last', async () => {
    const other = startInChild(directory);
    const url = await other.nextLine();
    await (await start()).release();
    expect(await ask(url, 'SELECT 1')).toBe(1);
    const last = await start();
    await other.kill('SIGKILL');
    await last.release();
    await expect(ask(url, 'SELECT 1')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('is stopped once, however often that is requested', async () => {
    const first = await start();
    await first.stop();
    const second = await start();
    await first.stop();
    await first.release();
    expect(await ask(second.url, 'SELECT 1')).toBe(1);
  });

  it('reports in one sentence that its password is lost', async () => {
    await (await start()).stop();
    const file = join(directory, 'postgres.json');
    const content = readFileSync(file);
    rmSync(file);
    await expect(start()).rejects.toThrow(/^The password of the database in .* is lost with .*\.$/);
    writeFileSync(file, content);
  });

  it('reports in one sentence that the password has changed', async () => {
    const { url, stop } = await start();
    const file = join(directory, 'postgres.json');
    writeFileSync(file, JSON.stringify({ url: 'postgres://postgres:other@127.0.0.1:1/service' }));
    await expect(start()).rejects.toThrow(/refuses the password in .*postgres\.json/);
    writeFileSync(file, JSON.stringify({ url }));
    await stop();
  });

  it('reports in one sentence why it does not start', async () => {
    await (await start()).stop();
    const version = join(directory, 'postgres/PG_VERSION');
    const right = readFileSync(version);
    writeFileSync(version, '9.6\n');
    await expect(start()).rejects.toThrow(
      /^The database in .* does not start: database files are incompatible with server .*\.$/,
    );
    writeFileSync(version, right);
  });

  it('does not get the environment variables of its starter', async () => {
    process.env['A_SECRET'] = 'hidden';
    await start();
    delete process.env['A_SECRET'];
    const variables = `/proc/${postmasterId()}/environ`;
    if (existsSync(variables)) expect(readFileSync(variables, 'utf8')).not.toContain('hidden');
  });
});
