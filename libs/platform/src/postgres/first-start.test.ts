import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ask, startInChild } from '../testing/embedded-server.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { waitFor } from '../wait-for.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';

let temporary: TemporaryDirectory;
let directory: string;

const asSuperuser = process.geteuid?.() === 0 ? it : it.skip;

function makeDirectory(): void {
  temporary = temporaryDirectory();
  directory = join(temporary.path, "owner's data");
}

async function endServer(): Promise<void> {
  await (await start()).stop();
  temporary[Symbol.dispose]();
}

async function start(): Promise<EmbeddedServer> {
  return startEmbeddedServer({ directory, database: 'service' });
}

/** The names of unfinished clusters. */
function drafts(): string[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.startsWith('postgres.new-'));
}

/** The status of the server’s process in the operating system. */
function processStatus(): string {
  const file = readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8');
  return readFileSync(`/proc/${file.split('\n')[0]}/status`, 'utf8');
}

const userOf = (status: string) => /^Uid:\t(\d+)/m.exec(status)?.[1];

describe('the concurrent first starts of an embedded server', () => {
  let urls: string[];
  let url: string;

  beforeAll(async () => {
    makeDirectory();
    const other = startInChild(directory);
    const servers = await Promise.all([start(), start(), start()]);
    urls = [await other.nextLine(), ...servers.map((server) => server.url)];
    await other.kill('SIGKILL');
    [url = ''] = urls;
  });
  afterAll(endServer);

  it('all get one server', async () => {
    expect(urls).toEqual([url, url, url, url]);
    expect(await start()).toMatchObject({ adopted: true, url });
  });

  it('create it with its database, closed to others, and store its connection', async () => {
    expect(await ask(url, 'SELECT current_database()')).toBe('service');
    const file = join(directory, 'postgres.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    expect(await ask(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    const sockets = join(directory, 'socket');
    expect(await ask(url, 'SHOW unix_socket_directories')).toBe(`"${sockets}"`);
    expect(statSync(sockets).mode & 0o777).toBe(0o700);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });

    expect(await ask(url, 'SHOW fsync')).toBe('on');
    expect(await ask(url, 'SHOW synchronous_commit')).toBe('on');
    expect(await ask(url, 'SHOW idle_in_transaction_session_timeout')).toBe('1min');
    expect(await ask(url, 'SHOW server_encoding')).toBe('UTF8');
  });

  asSuperuser('runs it as another user below a directory that only the superuser may enter', () => {
    expect(statSync(temporary.path).mode & 0o777).toBe(0o700);
    const status = processStatus();
    expect(userOf(status)).not.toBe('0');
    expect(status).not.toMatch(/^CapEff:\t0+$/m);
  });
});

describe('the first start of an embedded server', () => {
  beforeEach(makeDirectory);
  afterEach(endServer);

  it.each(['group', 'process'])(
    'is repeated by the next start where killing its %s interrupted it',
    async (victim) => {
      const starter = startInChild(directory);
      const isInitialising = (): true | undefined =>
        drafts().some((draft) => existsSync(join(directory, draft, 'data/global'))) || undefined;
      expect(await waitFor(isInitialising, 30_000, 1)).toBe(true);
      if (victim === 'process') process.kill(starter.processId, 'SIGKILL');
      await starter.kill('SIGKILL');
      expect(existsSync(join(directory, 'postgres'))).toBe(false);
      const { url, adopted } = await start();
      expect(adopted).toBe(false);
      expect(await ask(url, 'SELECT current_database()')).toBe('service');
      expect(drafts()).toEqual([]);
    },
  );

  asSuperuser('runs it as another user below directories that all may enter', async () => {
    chmodSync(temporary.path, 0o755);
    await start();
    expect(userOf(processStatus())).not.toBe('0');
  });
});
