import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { syncDirectory } from '../data-directory/secret-file.js';
import { propertyOf, reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';
import type { Binaries } from './binaries.js';
import { superuser } from './connection-file.js';
import { launchAs, type ServerUser } from './server-user.js';

const run = promisify(execFile);

const draftPrefix = 'postgres.new-';

/**
 * Creates a cluster with a superuser's password. It appears at its path only when it is complete: an
 * interrupted start leaves a draft, which the next start removes.
 * @throws StartError with the message of initdb.
 */
export async function initialiseCluster(
  cluster: string,
  password: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const directory = dirname(cluster);
  await removeDrafts(directory);
  // A new name each time: the initdb of a killed process may still write to the old one.
  const draft = await mkdtemp(join(directory, draftPrefix));
  const passwordFile = join(draft, 'password');
  const data = join(draft, 'data');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await mkdir(data, { mode: 0o700 });
  if (user !== undefined) {
    for (const path of [draft, passwordFile, data]) await chown(path, user.userId, user.groupId);
  }
  const launch = launchAs(user, binaries.initdb, [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]);
  try {
    await run(launch.file, launch.arguments, launch.options);
  } catch (error) {
    throw new StartError(`The database cannot be created in ${cluster}: ${lastLineOf(error)}.`, {
      cause: error,
    });
  }
  await rename(data, cluster);
  await syncDirectory(directory);
  await removeDrafts(directory);
}

async function removeDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(draftPrefix)) continue;
    // A draft that an abandoned initdb still writes to is left for the next start.
    await rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function lastLineOf(error: unknown): string {
  const stderr = propertyOf(error, 'stderr');
  const output = typeof stderr === 'string' ? stderr : '';
  return output.trim().split('\n').at(-1) || reasonOf(error);
}
