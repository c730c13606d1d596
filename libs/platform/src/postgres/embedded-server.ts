import { join } from 'node:path';

import { createDirectory } from '../data-directory/create-directory.js';
import { tryExclusiveLock, trySharedLock, withExclusiveLock } from '../data-directory/file-lock.js';
import type { Logger } from '../logging/create-logger.js';
import { createDatabaseIfMissing } from './client.js';
import { connectionUrl, writeConnectionFile } from './connection-file.js';
import { bySocket } from './local-socket.js';
import { openCluster } from './open-cluster.js';
import { joinGuard } from './server-guard.js';
import { ServerLog } from './server-log.js';
import { stopPostmaster } from './stop-postmaster.js';

export interface EmbeddedServerOptions {
  /** Directory of the cluster, its log and its connection file; created if missing. */
  readonly directory: string;
  /** Created if missing. */
  readonly database: string;
  readonly logger?: Logger;
  /** Prepares the database, with the superuser's URL; no other process starts or prepares it meanwhile. */
  readonly prepare?: (url: string) => Promise<void>;
  /** Configuration parameters of PostgreSQL that override the defaults, if this call starts the server. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A PostgreSQL server on this machine. It ends when it is stopped, or when its last user process ends in any way. */
export interface EmbeddedServer {
  /** URL of the database, with the superuser's name and password. */
  readonly url: string;
  /** URL by the server’s Unix socket, which is faster, for processes of this machine that may use it. */
  readonly localUrl: string;
  /** Whether the server was running already. */
  readonly adopted: boolean;
  /** Ends every session and stops the server; resolves when it is down. */
  stop(): Promise<void>;
  /** Releases the server, and stops it where no other process uses it. */
  release(): Promise<void>;
}

/**
 * Starts the server of a directory, or adopts the running one; the first start creates its cluster. Concurrent
 * callers get the same server.
 * @throws StartError where it cannot be started.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { directory, database, logger, parameters, prepare } = options;
  await createDirectory(directory);
  const log = new ServerLog(directory);
  const cluster = join(directory, 'postgres');
  // Starts and stops exclude each other by the first lock; every user of the server holds the second one shared.
  const changes = join(directory, 'postgres.lock');
  const users = join(directory, 'postgres.users');

  return withExclusiveLock(changes, async () => {
    await log.bound();
    const guard = await joinGuard(directory, cluster, logger);
    const share = trySharedLock(users);
    const leave = async (stopsForAll: boolean): Promise<void> => {
      share?.release();
      log.close();
      const isLast = isFree(users);
      let isStopped = false;
      try {
        if (stopsForAll || isLast) await stopPostmaster(cluster);
        isStopped = isLast;
      } finally {
        guard.leave(isStopped);
      }
    };
    try {
      const opened = await openCluster(directory, cluster, log, { logger, parameters });
      const { port, password, adopted } = opened;
      const url = connectionUrl(password, port, database);
      await createDatabaseIfMissing(connectionUrl(password, port, 'postgres'), database);
      await writeConnectionFile(directory, url);
      await prepare?.(url);
      log.watch();
      let left: Promise<void> | undefined;
      const leaveOnce = (stopsForAll: boolean): Promise<void> =>
        (left ??= withExclusiveLock(changes, () => leave(stopsForAll)));
      const localUrl = await bySocket(url, opened);
      return { url, localUrl, adopted, stop: () => leaveOnce(true), release: () => leaveOnce(false) };
    } catch (error) {
      await leave(false);
      throw error;
    }
  });
}

function isFree(lockFile: string): boolean {
  const lock = tryExclusiveLock(lockFile);
  lock?.release();
  return lock !== undefined;
}
