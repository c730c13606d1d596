import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';
import type { Binaries } from './binaries.js';

const run = promisify(execFile);

/** The operating system's user that runs the programs of PostgreSQL. */
export interface ServerUser {
  readonly userId: number;
  readonly groupId: number;
  /** The capability that lets this user enter directories that are closed to it. */
  readonly capability?: Capability;
}

type Capability = 'dac_read_search' | 'dac_override';

/** A program and how to start it: the parameters of `spawn` and `execFile`. */
export interface Launch {
  readonly file: string;
  readonly arguments: string[];
  readonly options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as the superuser: under the superuser the cluster's
 * owner, else `postgres` or `nobody`; otherwise the current user (undefined). Grants a capability only where a
 * closed directory requires it.
 * @throws StartError where no user can enter the directory and run the programs.
 */
export async function chooseServerUser(
  directory: string,
  cluster: string,
  binaries: Binaries,
): Promise<ServerUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const user = (await ownerOf(cluster)) ?? (await systemUser('postgres')) ?? (await systemUser('nobody'));
  if (user === undefined) {
    throw new StartError(
      'PostgreSQL refuses to run as the superuser, and there is no user "postgres" or "nobody" to run it as.',
    );
  }
  // The weaker capability reads everything, the stronger one also writes; containers often have only the
  // stronger.
  const candidates: ServerUser[] = [
    user,
    { ...user, capability: 'dac_read_search' },
    { ...user, capability: 'dac_override' },
  ];
  for (const candidate of candidates) {
    if (await succeeds(candidate, 'cd -- "$0" && exec "$1" --version', directory, binaries.postgres)) {
      return candidate;
    }
  }
  throw new StartError(await reasonOfRefusal(user, directory, binaries));
}

/** How to start a program as a user, without this process's environment variables. */
export function launchAs(user: ServerUser | undefined, program: string, parameters: string[]): Launch {
  const options = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  if (user === undefined) return { file: program, arguments: parameters, options };
  const { userId, groupId, capability } = user;
  if (capability === undefined) {
    return {
      file: program,
      arguments: parameters,
      options: { ...options, uid: userId, gid: groupId },
    };
  }
  const identity = [
    `--reuid=${userId}`,
    `--regid=${groupId}`,
    '--clear-groups',
    '--no-new-privs',
    // PostgreSQL checks its program with access(2), which ignores capabilities without this bit.
    '--securebits=+no_setuid_fixup',
    `--bounding-set=-all,+${capability}`,
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
  ];
  return { file: 'setpriv', arguments: [...identity, '--', program, ...parameters], options };
}

async function ownerOf(cluster: string): Promise<ServerUser | undefined> {
  const found = await stat(cluster).catch(() => undefined);
  return found === undefined || found.uid === 0 ? undefined : { userId: found.uid, groupId: found.gid };
}

async function systemUser(name: string): Promise<ServerUser | undefined> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { userId: Number(user.stdout), groupId: Number(group.stdout) };
  } catch {
    return undefined;
  }
}

async function succeeds(user: ServerUser, script: string, ...parameters: string[]): Promise<boolean> {
  return (await failureOf(user, script, ...parameters)) === undefined;
}

async function failureOf(
  user: ServerUser,
  script: string,
  ...parameters: string[]
): Promise<string | undefined> {
  const launch = launchAs(user, '/bin/sh', ['-c', script, ...parameters]);
  try {
    await run(launch.file, launch.arguments, launch.options);
    return undefined;
  } catch (error) {
    return reasonOf(error).split('\n').at(-1);
  }
}

async function reasonOfRefusal(user: ServerUser, directory: string, binaries: Binaries): Promise<string> {
  const beginning = `PostgreSQL refuses to run as the superuser, and the user with id ${user.userId}`;
  if (!(await succeeds(user, 'cd -- "$0"', directory))) {
    return `${beginning} may not enter ${directory}; set DATA_DIR to a directory below ones that every user may enter.`;
  }
  const failure = await failureOf(user, 'exec "$0" --version', binaries.postgres);
  return `${beginning} cannot run ${binaries.postgres} (${failure}); install the service below directories that every user may enter.`;
}
