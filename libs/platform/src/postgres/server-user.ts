import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { withExclusiveLock } from '../data-directory/file-lock.js';
import { hasCode, reasonOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { StartError } from '../start-error.js';
import type { Binaries } from './binaries.js';

const run = promisify(execFile);

/** The operating system's user that runs the programs of PostgreSQL. */
export interface ServerUser {
  readonly userId: number;
  readonly groupId: number;
  /** The capability by which this user can enter directories that are closed to it. */
  readonly capability?: Capability;
}

type Capability = 'dac_read_search' | 'dac_override';

/** A program and how to start it: the parameters of `spawn` and `execFile`. */
export interface Launch {
  readonly file: string;
  readonly arguments: string[];
  readonly options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
}

/** The system user of the service's own servers, whose files the system's PostgreSQL (as `postgres`) cannot read. */
export const OWN_USER = 'record-verification';

/** Locked by the process that creates the user. Only the superuser can write to /run, which a boot empties. */
const USER_LOCK = '/run/record-verification.lock';

/** How often `useradd` is tried: another program, such as a package manager, may hold its lock. */
const ATTEMPTS = 5;
/** Milliseconds between two attempts. */
const PAUSE = 200;

/**
 * Chooses the user for PostgreSQL, which refuses to run as the superuser: under the superuser the cluster's
 * owner, else the service's own system user, which the first call creates, else `postgres` or `nobody`, with a warning;
 * otherwise the current user (undefined). Grants a capability only where a closed directory requires it.
 * @throws StartError where no user can enter the directory and run the programs.
 */
export async function chooseServerUser(
  directory: string,
  cluster: string,
  binaries: Binaries,
  logger?: Pick<Logger, 'warn'>,
): Promise<ServerUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const user = (await ownerOf(cluster)) ?? (await ownUser()) ?? (await sharedUser(logger));
  if (user === undefined) {
    throw new StartError(
      `PostgreSQL refuses to run as the superuser, and there is no user "${OWN_USER}", "postgres" or "nobody" to run it as.`,
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

/** The service's own system user, which `useradd` creates if it is missing; undefined if it cannot. */
async function ownUser(): Promise<ServerUser | undefined> {
  const known = await findOwnUser();
  if (known !== undefined) return known;
  try {
    // `useradd` checks the name before it takes its own lock: the second of two at once replaces the first one's user by one
    // with another id, and both report success.
    return await withExclusiveLock(USER_LOCK, createOwnUser);
  } catch (error) {
    // A superuser who cannot write to /run cannot change /etc/passwd either.
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

async function createOwnUser(): Promise<ServerUser | undefined> {
  const terms = ['--system', '--user-group', '--no-create-home', '--home-dir=/nonexistent'];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const there = await findOwnUser();
    if (there !== undefined) return there;
    try {
      await tool('useradd', [...terms, '--shell=/usr/sbin/nologin', OWN_USER]);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      await sleep(PAUSE);
    }
  }
  return findOwnUser();
}

/** The service's own system user, if there is one and its id resolves to its name, as initdb requires. */
async function findOwnUser(): Promise<ServerUser | undefined> {
  const user = await systemUser(OWN_USER);
  if (user === undefined) return undefined;
  const { userId: uid, groupId: gid } = user;
  const { stdout } = await tool('id', ['-un'], { uid, gid }).catch(() => ({ stdout: '' }));
  return stdout.trim() === OWN_USER ? user : undefined;
}

/** A system user whom other programs may use too. */
async function sharedUser(logger: Pick<Logger, 'warn'> | undefined): Promise<ServerUser | undefined> {
  for (const name of ['postgres', 'nobody']) {
    const user = await systemUser(name);
    if (user === undefined) continue;
    logger?.warn(
      { user: name },
      `PostgreSQL runs as the user ${name}, whose other programs can read the database, because the user ${OWN_USER} cannot be made here.`,
    );
    return user;
  }
  return undefined;
}

async function systemUser(name: string): Promise<ServerUser | undefined> {
  try {
    const [user, group] = await Promise.all([tool('id', ['-u', name]), tool('id', ['-g', name])]);
    return { userId: Number(user.stdout), groupId: Number(group.stdout) };
  } catch {
    return undefined;
  }
}

/** Runs a program of the system, without this process's environment variables. */
function tool(
  name: string,
  parameters: string[],
  identity: { uid?: number; gid?: number } = {},
): Promise<{ stdout: string }> {
  return run(name, parameters, { ...identity, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
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
