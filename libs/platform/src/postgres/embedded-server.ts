import { join } from 'node:path';

import { createDirectory } from '../data-directory/create-directory.js';
import { tryExclusiveLock, trySharedLock, withExclusiveLock } from '../data-directory/file-lock.js';
import type { Logger } from '../logging/create-logger.js';
import { createDatabaseIfMissing } from './client.js';
import { connectionUrl, writeConnectionFile } from './connection-file.js';
import { openCluster } from './open-cluster.js';
import { ServerLog } from './server-log.js';
import { stopPostmaster } from './stop-postmaster.js';

export interface EmbeddedServerOptions {
  /** Where the cluster, its log and its connection file lie; created if missing. */
  readonly directory: string;
  /** Created if missing. */
  readonly database: string;
  readonly logger?: Logger;
  /** Readies the database, by the superuser's URL; nobody else starts or readies it meanwhile. */
  readonly prepare?: (url: string) => Promise<void>;
  /** Configuration parameters of PostgreSQL that replace the usual ones, if this call starts the server. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A PostgreSQL server on this machine that outlives the process that started it. */
export interface EmbeddedServer {
  /** Of the database, with the superuser's name and password. */
  readonly url: string;
  /** The server was running already. */
  readonly adopted: boolean;
  /** Ends every session, stops the server and answers when it is down. */
  stop(): Promise<void>;
  /** Lets go of the server, and stops it when nobody else holds it. */
  release(): Promise<void>;
}

/** Starts the server of the directory, or adopts the one that runs; the first start creates its cluster.
 *  Processes that call this at once get the same server.
 *  @throws StartError when it cannot be started. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { directory, database, logger, parameters, prepare } = options;
  await createDirectory(directory);
  const log = new ServerLog(directory);
  const cluster = join(directory, 'postgres');
  // Starting and stopping exclude each other, and everyone who uses the server holds a share of the second lock.
  const changes = join(directory, 'postgres.lock');
  const users = join(directory, 'postgres.users');

  return withExclusiveLock(changes, async () => {
    await log.bound();
    const { port, password, adopted } = await openCluster(directory, cluster, log, { logger, parameters });
    const url = connectionUrl(password, port, database);
    try {
      await createDatabaseIfMissing(connectionUrl(password, port, 'postgres'), database);
      await writeConnectionFile(directory, url);
      await prepare?.(url);
    } catch (error) {
      if (!adopted) await stopPostmaster(cluster);
      throw error;
    }
    const share = trySharedLock(users);
    log.watch();
    const leave = async (stopsForAll: boolean): Promise<void> => {
      share?.release();
      log.close();
      if (stopsForAll || isFree(users)) await stopPostmaster(cluster);
    };
    let left: Promise<void> | undefined;
    const leaveOnce = (stopsForAll: boolean): Promise<void> =>
      (left ??= withExclusiveLock(changes, () => leave(stopsForAll)));
    return { url, adopted, stop: () => leaveOnce(true), release: () => leaveOnce(false) };
  });
}

function isFree(lockFile: string): boolean {
  const lock = tryExclusiveLock(lockFile);
  lock?.release();
  return lock !== undefined;
}
