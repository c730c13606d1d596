import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@service/testing/fixtures';

import { runScript } from '../testing/source-process.js';
import { findBinaries, type Binaries } from './binaries.js';
import { initialiseCluster } from './initialise-cluster.js';
import { makeSocketDirectory } from './local-socket.js';
import { findPostmaster } from './postmaster-file.js';
import { ServerLog } from './server-log.js';
import { OWN_USER, chooseServerUser } from './server-user.js';
import { startPostmaster } from './start-postmaster.js';
import { stopPostmaster } from './stop-postmaster.js';

const describeAsSuperuser = process.geteuid?.() === 0 ? describe : describe.skip;
const canReplaceEtc = spawnSync('sh', ['-c', 'unshare --mount useradd --help']).status === 0;
const itWithOwnEtc = canReplaceEtc ? it : it.skip;

let temporary: string;
let cluster: string;

beforeEach(() => {
  temporary = temporaryFolder();
  cluster = join(temporary, 'postgres');
});

/** A copy of the programs, below a directory that only the superuser may enter until a test opens it. */
function copiedBinaries(umask: number): Binaries {
  const copy = join(temporary, 'programs');
  const native = dirname(dirname(findBinaries().postgres));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o777 & ~umask);
  const binaries = { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
  for (const file of Object.values(binaries)) chmodSync(file, 0o777 & ~umask);
  return binaries;
}

/**
 * Runs two processes on one private copy of /etc. In each round, both choose the user twice at once, on a system without it.
 * @returns for each round and process, the ids chosen and the id that the user has afterwards.
 */
async function chosenAtOnce(rounds: number): Promise<{ chosen: number[]; id: number }[]> {
  const etc = join(temporary, 'etc');
  execFileSync('cp', ['-a', '/etc', etc]);
  const bind = `exec unshare --mount sh -c 'mount --bind "$0" /etc && exec "$@"' "$0" "$@"`;
  const script = (own: number) => `
    import { execFileSync } from 'node:child_process';
    import { existsSync, writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { findBinaries } from '${import.meta.dirname}/binaries.ts';
    import { chooseServerUser } from '${import.meta.dirname}/server-user.ts';

    const files = ['passwd', 'group', 'shadow', 'gshadow'].map((name) => '/etc/' + name);
    const fileOf = (moment, process) => '${temporary}/' + moment + '.' + process;
    const meet = async (moment) => {
      writeFileSync(fileOf(moment, ${own}), '');
      while (!existsSync(fileOf(moment, ${1 - own}))) await sleep(1);
    };
    const choose = async () => (await chooseServerUser('/', '/none', findBinaries())).userId;
    for (let round = 0; round < ${rounds}; round += 1) {
      // Not by userdel, which refuses while other tests have processes of the user.
      if (${own} === 0) execFileSync('sed', ['-i', '/^${OWN_USER}:/d', ...files]);
      await meet('begin-' + round);
      const chosen = await Promise.all([choose(), choose()]);
      await meet('end-' + round);
      const id = Number(execFileSync('id', ['-u', '${OWN_USER}']));
      await meet('over-' + round);
      console.log(JSON.stringify({ chosen, id }));
    }
  `;
  const processes = [0, 1].map((own) =>
    runScript(`
      import { spawn } from 'node:child_process';
      const node = [process.execPath, ...process.execArgv.slice(0, -1), ${JSON.stringify(script(own))}];
      spawn('sh', ['-c', ${JSON.stringify(bind)}, ${JSON.stringify(etc)}, ...node], { stdio: 'inherit' });
    `),
  );
  try {
    const outcomes: { chosen: number[]; id: number }[] = [];
    for (let line = 0; line < rounds; line += 1) {
      for (const each of processes) {
        outcomes.push(JSON.parse(await each.nextLine()) as { chosen: number[]; id: number });
      }
    }
    return outcomes;
  } finally {
    for (const each of processes) await each.kill('SIGKILL');
  }
}

describeAsSuperuser('the user for the superuser’s database', () => {
  it('is an ordinary user without capabilities where all directories are open', async () => {
    chmodSync(temporary, 0o755);
    const user = await chooseServerUser(temporary, cluster, copiedBinaries(0o022));
    expect(user?.userId).toBeGreaterThan(0);
    expect(user?.capability).toBeUndefined();
  });

  it('is one of the service’s own, so that a PostgreSQL of the system cannot read its files', async () => {
    chmodSync(temporary, 0o755);
    const warnings: unknown[][] = [];
    const logger = { warn: (...line: unknown[]) => void warnings.push(line) };
    const user = await chooseServerUser(temporary, cluster, copiedBinaries(0o022), logger);
    const named = execFileSync('id', ['-u', OWN_USER], { encoding: 'utf8' });
    expect(user?.userId).toBe(Number(named));
    expect(warnings).toEqual([]);
  });

  itWithOwnEtc('is created once where several processes need it at the same time', async () => {
    const rounds = 5;
    const outcomes = await chosenAtOnce(rounds);
    expect(outcomes).toHaveLength(2 * rounds);
    for (const { chosen, id } of outcomes) expect(chosen).toEqual([id, id]);
  });

  it('is one of the system, with a warning, where users can neither be found nor made', async () => {
    chmodSync(temporary, 0o755);
    const tools = join(temporary, 'tools');
    mkdirSync(tools);
    // Knows no user but nobody, and there is no useradd beside it.
    writeFileSync(join(tools, 'id'), '#!/bin/sh\n[ "$2" = nobody ] && echo 65534\n', { mode: 0o755 });
    const binaries = copiedBinaries(0o022);
    const path = process.env['PATH'];
    process.env['PATH'] = tools;
    try {
      const warnings: unknown[][] = [];
      const logger = { warn: (...line: unknown[]) => void warnings.push(line) };
      const user = await chooseServerUser(temporary, cluster, binaries, logger);
      expect(user).toEqual({ userId: 65_534, groupId: 65_534 });
      expect(warnings).toEqual([[{ user: 'nobody' }, expect.stringContaining(OWN_USER)]]);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('is the owner of the cluster once there is one', async () => {
    mkdirSync(cluster);
    chownSync(cluster, 12_345, 12_345);
    const user = await chooseServerUser(tmpdir(), cluster, findBinaries());
    expect(user).toMatchObject({ userId: 12_345, groupId: 12_345 });
  });

  it.each([
    ['readable programs', 0o022, 'dac_read_search'],
    ['programs of the superuser alone', 0o077, 'dac_override'],
  ])('has the least capability that runs %s in a closed directory', async (_, umask, capability) => {
    const binaries = copiedBinaries(umask);
    const user = await chooseServerUser(temporary, cluster, binaries);
    expect(user?.capability).toBe(capability);
    await initialiseCluster(cluster, 'password', binaries, user);
    const log = new ServerLog(temporary);
    const socketDirectory = await makeSocketDirectory(temporary, user);
    const settings = { port: 0, socketDirectory, parameters: {} };
    const started = await startPostmaster({ path: cluster, binaries, user, log, ...settings });
    expect(started.socketDirectory).toBe(socketDirectory);
    expect(await findPostmaster(cluster)).toEqual(started);
    await stopPostmaster(cluster);
    expect(await findPostmaster(cluster)).toBeUndefined();
  });

  it('is reported missing in one sentence where capabilities are not available', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      mkdirSync(cluster);
      chownSync(cluster, 12_345, 12_345);
      await expect(chooseServerUser(temporary, cluster, findBinaries())).rejects.toThrow(
        /the user with id 12345 may not enter .*; set DATA_DIR to .*\.$/,
      );
    } finally {
      process.env['PATH'] = path;
    }
  });
});

describe('the programs', () => {
  it('are reported missing in one sentence on an unsupported machine', () => {
    expect(() => findBinaries('plan9-x64')).toThrow(
      /^The embedded PostgreSQL for plan9-x64 is not installed .*\.$/,
    );
  });
});
