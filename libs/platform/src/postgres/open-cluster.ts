import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { readIfPresent } from '../data-directory/secret-file.js';
import type { Logger } from '../logging/create-logger.js';
import { StartError } from '../start-error.js';
import { adoptPostmaster } from './adopt-postmaster.js';
import { findBinaries } from './binaries.js';
import { connectionFile, connectionUrl, readConnection, writeConnectionFile } from './connection-file.js';
import { initialiseCluster } from './initialise-cluster.js';
import { makeSocketDirectory } from './local-socket.js';
import type { ServerLog } from './server-log.js';
import { chooseServerUser } from './server-user.js';
import { startPostmaster } from './start-postmaster.js';

/** A running server and the superuser's password. */
interface OpenCluster {
  readonly port: number;
  readonly socketDirectory: string;
  readonly password: string;
  readonly adopted: boolean;
}

interface ClusterOptions {
  readonly logger: Logger | undefined;
  /** Configuration parameters that override the defaults. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
}

/**
 * Starts the server of the cluster, and creates the cluster where there is none. The caller prevents concurrent
 * calls.
 * @throws StartError where that is impossible, or the cluster's password is lost.
 */
export async function openCluster(
  directory: string,
  cluster: string,
  log: ServerLog,
  { logger, parameters = {} }: ClusterOptions,
): Promise<OpenCluster> {
  const known = await readConnection(directory);
  const exists = (await readIfPresent(join(cluster, 'PG_VERSION'))) !== undefined;
  if (exists && known === undefined) {
    throw new StartError(
      `The password of the database in ${cluster} is lost with the file ${connectionFile(directory)}; restore that file from a backup, or remove ${cluster} to begin with an empty database.`,
    );
  }
  const password = known?.password ?? randomBytes(32).toString('base64url');
  const running = exists ? await adoptPostmaster(directory, cluster, password) : undefined;
  if (running !== undefined) {
    logger?.info({ ...running, cluster }, 'adopted the running database server');
    const { port, socketDirectory } = running;
    return { port, socketDirectory, password, adopted: true };
  }

  const binaries = findBinaries();
  const user = await chooseServerUser(directory, cluster, binaries, logger);
  if (!exists) {
    // Before the cluster: a crash in between must not leave a cluster with a lost password.
    await writeConnectionFile(directory, connectionUrl(password, 0, 'postgres'));
    await initialiseCluster(cluster, password, binaries, user);
    logger?.info({ cluster }, 'created the database cluster');
  }
  const started = await startPostmaster({
    path: cluster,
    binaries,
    user,
    log,
    port: known?.port ?? 0,
    socketDirectory: await makeSocketDirectory(directory, user),
    parameters,
  });
  logger?.info({ ...started, ...user, cluster }, 'started the database server');
  const { port, socketDirectory } = started;
  return { port, socketDirectory, password, adopted: false };
}
