import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readIfPresent } from '../data-directory/secret-file.js';
import { hasCode } from '../error-reason.js';

const run = promisify(execFile);

/** A running server, as its postmaster.pid describes it. */
export interface Postmaster {
  readonly processId: number;
  readonly port: number;
  /** Directory of its Unix socket; empty where it has none. */
  readonly socketDirectory: string;
  /** Whether it accepts connections; false while it starts, recovers or stops. */
  readonly ready: boolean;
}

/**
 * The server that runs on the cluster; undefined where none runs, even if a killed server left its file. A file
 * whose process id now belongs to another program is removed, because PostgreSQL would trust it.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readIfPresent(file);
  const lines = text?.toString().split('\n') ?? [];
  const processId = Number(lines[0]);
  if (!Number.isSafeInteger(processId) || processId <= 0 || !(await isAlive(processId))) {
    return undefined;
  }
  if (!(await runsOn(processId, cluster))) {
    await rm(file, { force: true });
    return undefined;
  }
  const socketDirectory = lines[4]?.trim() ?? '';
  return { processId, port: Number(lines[3]), socketDirectory, ready: lines[7]?.trim() === 'ready' };
}

/** Whether the process runs; false for a zombie. */
export async function isAlive(processId: number): Promise<boolean> {
  try {
    process.kill(processId, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
  }
  const status = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined);
  return status === undefined || !/^.*\) [ZX] /s.test(status);
}

async function runsOn(processId: number, cluster: string): Promise<boolean> {
  const workingDirectory = await readlink(`/proc/${processId}/cwd`).catch(() => undefined);
  if (workingDirectory !== undefined) return workingDirectory === (await realpath(cluster));
  const commandLine = await commandLineOf(processId);
  return commandLine === undefined || commandLine.includes(` -D ${cluster} `);
}

async function commandLineOf(processId: number): Promise<string | undefined> {
  try {
    if (process.platform !== 'linux') {
      return (await run('ps', ['-o', 'command=', '-p', String(processId)])).stdout;
    }
    const words = await readFile(`/proc/${processId}/cmdline`, 'utf8');
    return words.replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}
