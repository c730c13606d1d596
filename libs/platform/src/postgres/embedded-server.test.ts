import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { runScript, type SourceProcess } from '../testing/source-process.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { waitFor } from '../wait-for.js';
import { withClient } from './client.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';

jest.setTimeout(60_000);

let temporary: TemporaryDirectory;
let directory: string;

beforeEach(() => {
  temporary = temporaryDirectory();
  directory = join(temporary.path, 'development');
});

afterEach(async () => {
  if (existsSync(join(directory, 'postgres.json'))) await (await start()).stop();
  temporary[Symbol.dispose]();
});

async function start(): Promise<EmbeddedServer> {
  return startEmbeddedServer({ directory, database: 'service' });
}

/** A process that starts the server, prints its URL and stays. */
function startInChild(): SourceProcess {
  return runScript(`
    import { startEmbeddedServer } from '${import.meta.dirname}/embedded-server.ts';
    const server = await startEmbeddedServer({ directory: '${directory}', database: 'service' });
    console.log(server.url);
  `);
}

async function ask(url: string, query: string): Promise<unknown> {
  const { rows } = await withClient(url, (client) =>
    client.query<unknown[]>({ text: query, rowMode: 'array' }),
  );
  return rows[0]?.[0];
}

function postmasterId(): number {
  return Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

describe('an embedded server', () => {
  it('is created with its database, and writes down how to reach it for its owner only', async () => {
    const { url, adopted } = await start();
    expect(adopted).toBe(false);
    expect(await ask(url, 'SELECT current_database()')).toBe('service');
    const file = join(directory, 'postgres.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('loses nothing that it confirmed, and lets no transaction stay open', async () => {
    const { url } = await start();
    expect(await ask(url, 'SHOW fsync')).toBe('on');
    expect(await ask(url, 'SHOW synchronous_commit')).toBe('on');
    expect(await ask(url, 'SHOW idle_in_transaction_session_timeout')).toBe('1min');
    expect(await ask(url, 'SHOW server_encoding')).toBe('UTF8');
    expect(await ask(url, 'SHOW lc_collate').catch(() => 'C')).toBe('C');
  });

  it('listens on 127.0.0.1 only and asks for the password', async () => {
    const { url } = await start();
    expect(await ask(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await ask(url, 'SHOW unix_socket_directories')).toBe('');
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps data and password when it is stopped and started', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    await expect(ask(first.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await ask(second.url, 'SELECT value FROM kept')).toBe(7);
  });

  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'outlives the %s of its starter and everything in the group of the terminal, and is adopted',
    async (signal) => {
      const starter = startInChild();
      const url = await starter.nextLine();
      const startedAt = await ask(url, 'SELECT pg_postmaster_start_time()::text');
      await starter.kill(signal);
      expect(await ask(url, 'SELECT pg_postmaster_start_time()::text')).toBe(startedAt);
      const server = await start();
      expect(server).toMatchObject({ adopted: true, url });
    },
  );

  it('is started anew after it was killed itself', async () => {
    const { url } = await start();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS value');
    process.kill(postmasterId(), 'SIGKILL');
    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await ask(again.url, 'SELECT value FROM kept')).toBe(7);
  });

  it('starts although its process number belongs to a stranger since the machine restarted', async () => {
    const server = await start();
    const file = join(directory, 'postgres/postmaster.pid');
    const lines = readFileSync(file, 'utf8').split('\n');
    await server.stop();
    writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
    expect((await start()).adopted).toBe(false);
  });

  it.each(['group', 'process'])(
    'is created by the next start when the first was interrupted by killing its %s',
    async (victim) => {
      const starter = startInChild();
      const isInitialising = (): true | undefined => {
        const names = existsSync(directory) ? readdirSync(directory) : [];
        const draft = names.find((name) => name.startsWith('postgres.new-'));
        return draft !== undefined && existsSync(join(directory, draft, 'data/global'))
          ? true
          : undefined;
      };
      expect(await waitFor(isInitialising, 30_000, 1)).toBe(true);
      if (victim === 'process') process.kill(starter.processId, 'SIGKILL');
      await starter.kill('SIGKILL');
      expect(existsSync(join(directory, 'postgres'))).toBe(false);
      const { url } = await start();
      expect(await ask(url, 'SELECT current_database()')).toBe('service');
      expect(readdirSync(directory).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
    },
  );

  it('is the same for all who start it at once', async () => {
    const other = startInChild();
    const servers = await Promise.all([start(), start(), start()]);
    const urls = [await other.nextLine(), ...servers.map((server) => server.url)];
    expect(new Set(urls).size).toBe(1);
    await other.kill('SIGKILL');
  });

  it('stays up for others when one of its users lets go, and goes with the last', async () => {
    const other = startInChild();
    const url = await other.nextLine();
    await (await start()).release();
    expect(await ask(url, 'SELECT 1')).toBe(1);
    const last = await start();
    await other.kill('SIGKILL');
    await last.release();
    await expect(ask(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is stopped once, however often that is asked', async () => {
    const first = await start();
    await first.stop();
    const second = await start();
    await first.stop();
    await first.release();
    expect(await ask(second.url, 'SELECT 1')).toBe(1);
  });

  it('says in one sentence that its password is lost', async () => {
    await (await start()).stop();
    rmSync(join(directory, 'postgres.json'));
    await expect(start()).rejects.toThrow(/^The password of the database in .* is lost with .*\.$/);
  });

  it('says in one sentence that the password is another', async () => {
    const { url, stop } = await start();
    const file = join(directory, 'postgres.json');
    writeFileSync(file, JSON.stringify({ url: 'postgres://postgres:other@127.0.0.1:1/service' }));
    await expect(start()).rejects.toThrow(/refuses the password in .*postgres\.json/);
    writeFileSync(file, JSON.stringify({ url }));
    await stop();
  });

  it('says in one sentence why it does not start', async () => {
    await (await start()).stop();
    const version = join(directory, 'postgres/PG_VERSION');
    const right = readFileSync(version);
    writeFileSync(version, '9.6\n');
    await expect(start()).rejects.toThrow(
      /^The database in .* does not start: database files are incompatible with server .*\.$/,
    );
    writeFileSync(version, right);
  });

  it('knows nothing of the environment variables of its starter', async () => {
    process.env['A_SECRET'] = 'hidden';
    await start();
    delete process.env['A_SECRET'];
    const variables = `/proc/${postmasterId()}/environ`;
    if (existsSync(variables)) expect(readFileSync(variables, 'utf8')).not.toContain('hidden');
  });

  const asSuperuser = process.geteuid?.() === 0 ? it : it.skip;

  asSuperuser.each([
    ['below a directory that only the superuser may enter', 0o700, true],
    ['below directories that all may enter', 0o755, false],
  ])('runs as another user %s', async (_, mode, needsCapability) => {
    chmodSync(temporary.path, mode);
    await start();
    const status = readFileSync(`/proc/${postmasterId()}/status`, 'utf8');
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0');
    expect(/^CapEff:\t0+$/m.test(status)).toBe(!needsCapability);
  });
});
