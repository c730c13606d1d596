import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ask, startInChild } from '../testing/embedded-server.js';
import type { SourceProcess } from '../testing/source-process.js';
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js';
import { waitFor } from '../wait-for.js';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.js';
import { findPostmaster, isAlive } from './postmaster-file.js';
import { joinGuard } from './server-guard.js';
import { stopPostmaster } from './stop-postmaster.js';

const PATIENCE = 30_000;
const itOnLinux = process.platform === 'linux' ? it : it.skip;

let temporary: TemporaryDirectory;
let directory: string;
let cluster: string;
const children: SourceProcess[] = [];
const servers: EmbeddedServer[] = [];

beforeAll(() => {
  temporary = temporaryDirectory();
  directory = join(temporary.path, "owner's data");
  cluster = join(directory, 'postgres');
  mkdirSync(directory);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const child of children.splice(0)) {
    if (await isAlive(child.processId)) await child.kill('SIGKILL');
  }
  await untilEnded();
});
afterAll(async () => {
  await stopPostmaster(cluster);
  temporary[Symbol.dispose]();
});

/** A process that uses the server, and the URL that it got. */
async function user(): Promise<SourceProcess & { url: string }> {
  const child = startInChild(directory);
  children.push(child);
  return { ...child, url: await child.nextLine() };
}

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ directory, database: 'service' });
  servers.push(server);
  return server;
}

/** All processes: the id, that of the parent, and the command line. */
function processes(): { id: number; parent: number; command: string }[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return Array.from(list.matchAll(/^ *(\d+) +(\d+) (.*)$/gm), ([, id, parent, command = '']) => ({
    id: Number(id),
    parent: Number(parent),
    command,
  }));
}

/** The process ids of the guards of this test’s server. */
function guards(): number[] {
  return processes().flatMap(({ id, command }) =>
    command.includes(`postgres-guard ${directory}/`) ? [id] : [],
  );
}

/** What the descriptors of a process, or one of them, refer to. */
function opened(processId: number, descriptor?: number): string[] {
  const folder = `/proc/${processId}/fd`;
  const names = descriptor === undefined ? readdirSync(folder) : [String(descriptor)];
  return names.map((name) => readlinkSync(join(folder, name)));
}

async function untilGone(processId: number): Promise<void> {
  expect(await waitFor(async () => ((await isAlive(processId)) ? undefined : true), PATIENCE)).toBe(true);
}

/** Resolves when neither a server nor a guard runs. */
async function untilEnded(): Promise<void> {
  const isOver = async () =>
    (await findPostmaster(cluster)) === undefined && guards().length === 0 ? true : undefined;
  expect(await waitFor(isOver, PATIENCE, 100)).toBe(true);
}

describe('the server of a process', () => {
  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'is shut down when %s ends the process and its group',
    async (signal) => {
      const owner = await user();
      await ask(owner.url, 'CREATE TABLE IF NOT EXISTS public.kept AS SELECT 7 AS value');
      await owner.kill(signal);
      await untilEnded();
      expect(readFileSync(join(directory, 'postgres.log'), 'utf8')).toMatch(
        /database system is shut down\n$/,
      );
      const { url, adopted, stop } = await start();
      expect(adopted).toBe(false);
      expect(await ask(url, 'SELECT value FROM public.kept')).toBe(7);
      await stop();
    },
  );

  it('is shut down when the process is killed while it is suspended', async () => {
    const owner = await user();
    process.kill(owner.processId, 'SIGSTOP');
    expect(await ask(owner.url, 'SELECT 1')).toBe(1);
    await owner.kill('SIGKILL');
    await untilEnded();
  });

  it('is stopped where the process is killed while the server starts', async () => {
    const owner = startInChild(directory);
    children.push(owner);
    const starts = () => existsSync(join(cluster, 'postmaster.pid')) || undefined;
    expect(await waitFor(starts, PATIENCE, 1)).toBe(true);
    await owner.kill('SIGKILL');
    await untilEnded();
  });

  it('goes on running for another that uses it, and ends with that one', async () => {
    const owner = await user();
    const other = await user();
    const server = await start();
    await owner.kill('SIGKILL');
    await server.release();
    expect(await ask(other.url, 'SELECT 1')).toBe(1);
    expect(guards()).toHaveLength(1);
    await other.kill('SIGKILL');
    await untilEnded();
  });

  it('ends with another one that has started it again after it crashed', async () => {
    const owner = await user();
    const crashed = await findPostmaster(cluster);
    process.kill(crashed?.processId ?? 0, 'SIGKILL');
    const other = await user();
    await owner.kill('SIGKILL');
    expect(await ask(other.url, 'SELECT 1')).toBe(1);
    expect(guards()).toHaveLength(1);
    await other.kill('SIGKILL');
    await untilEnded();
  });

  it('is adopted, and guarded again, where the guard was killed too', async () => {
    const owner = await user();
    const startedAt = await ask(owner.url, 'SELECT pg_postmaster_start_time()::text');
    for (const guard of guards()) process.kill(guard, 'SIGKILL');
    await owner.kill('SIGKILL');
    const heir = await user();
    expect(heir.url).toBe(owner.url);
    expect(await ask(heir.url, 'SELECT pg_postmaster_start_time()::text')).toBe(startedAt);
    await heir.kill('SIGKILL');
    await untilEnded();
  });

  it('serves the next start at once, whether it still ran or was being stopped', async () => {
    let owner = await user();
    await ask(owner.url, 'CREATE TABLE public.starts (number int)');
    for (let number = 1; number <= 4; number += 1) {
      await ask(owner.url, `INSERT INTO public.starts VALUES (${number})`);
      await owner.kill('SIGKILL');
      owner = await user();
      expect(await ask(owner.url, 'SELECT count(*)::int FROM public.starts')).toBe(number);
    }
  });

  it('is not stopped by a guard that still looks for the one before it', async () => {
    const owner = await user();
    const [former = 0] = guards();
    const crashed = (await findPostmaster(cluster))?.processId ?? 0;
    process.kill(crashed, 'SIGKILL');
    await untilGone(crashed);
    await owner.kill('SIGKILL');
    // It pauses between two looks.
    const looks = async () =>
      processes().some(({ parent }) => parent === former) || !(await isAlive(former)) || undefined;
    expect(await waitFor(looks, PATIENCE)).toBe(true);
    const { url, stop } = await start();
    await untilGone(former);
    expect(await ask(url, 'SELECT 1')).toBe(1);
    expect(guards()).toHaveLength(1);
    await stop();
  });

  it('leaves no guard and no pipe when it is stopped', async () => {
    const server = await start();
    const pipe = join(directory, 'postgres.guard');
    expect(existsSync(pipe)).toBe(true);
    expect(guards()).toHaveLength(1);
    await server.stop();
    await untilEnded();
    expect(readdirSync(directory).filter((name) => name.startsWith('postgres.guard'))).toEqual([]);
  });

  itOnLinux('keeps no output of the process open, and the server keeps nothing of the guard', async () => {
    const { stop } = await start();
    const [guard = 0] = guards();
    const postmaster = await findPostmaster(cluster);
    for (const output of [1, 2]) expect(opened(guard)).not.toContain(opened(process.pid, output)[0]);
    expect(opened(postmaster?.processId ?? 0).filter((file) => file.includes('postgres.guard'))).toEqual([]);
    await stop();
  });

  it('is guarded although a copy of its directory holds a file in place of the pipe', async () => {
    writeFileSync(join(directory, 'postgres.guard'), '');
    const owner = await user();
    await owner.kill('SIGKILL');
    await untilEnded();
  });
});

describe('a guard that cannot be started', () => {
  it('is reported, and needed for nothing', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    const warnings: unknown[] = [];
    try {
      const guard = await joinGuard(directory, cluster, {
        warn: (line: unknown) => void warnings.push(line),
      });
      guard.leave(true);
    } finally {
      process.env['PATH'] = path;
    }
    expect(warnings).toEqual([expect.stringMatching(/goes on running if this process is killed: .*mkfifo/)]);
  });
});
