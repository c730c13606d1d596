import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';
import { waitFor } from '../wait-for.js';
import type { Binaries } from './binaries.js';
import { asListElement } from './local-socket.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';
import type { ServerLog } from './server-log.js';
import { launchAs, type ServerUser } from './server-user.js';

/**
 * What each attempt tries: the last port, which another program may have taken, and a Unix socket, which not every file
 * system can hold.
 */
const attempts = [
  { onLastPort: true, withSocket: true },
  { onLastPort: true, withSocket: false },
  { onLastPort: false, withSocket: true },
  { onLastPort: false, withSocket: true },
  { onLastPort: false, withSocket: false },
];

/** Milliseconds for a server to replay its log after a crash. */
const recoveryLimit = 600_000;

const serverSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  jit: 'off',
  // An open transaction holds back every follower of the event log.
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements and details quote data of clients.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** A cluster and the data to start its server. */
export interface Cluster {
  readonly path: string;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly log: ServerLog;
  /** The server's last port, where other processes expect it; 0 if it never ran. */
  readonly port: number;
  /** Where its Unix socket is made; undefined for none. */
  readonly socketDirectory: string | undefined;
  /** Configuration parameters that override the defaults. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Starts a server, on its last port if that is free, in a session of its own: signals to this process's group, such as that of
 * Ctrl-C, do not reach it. It outlives this process unless a guard stops it. Resolves when it accepts connections.
 * @throws StartError with the server's message where it ends instead.
 */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  let reason: string | undefined;
  for (const [attempt, { onLastPort, withSocket }] of attempts.entries()) {
    // The processes of a killed server need a moment to end.
    if (attempt > 0) await pause(100 * 2 ** attempt);
    const before = await cluster.log.size();
    const port = onLastPort && cluster.port > 0 ? cluster.port : await findFreePort();
    const outcome = await tryStart(cluster, port, withSocket ? cluster.socketDirectory : undefined);
    if (typeof outcome !== 'string') return outcome;
    reason = (await cluster.log.lastFailure(before)) || outcome;
  }
  throw new StartError(
    `The database in ${cluster.path} does not start: ${reason} (${cluster.log.path} may say more).`,
  );
}

async function tryStart(
  cluster: Cluster,
  port: number,
  socketDirectory: string | undefined,
): Promise<Postmaster | string> {
  const settings = Object.entries({
    ...serverSettings,
    unix_socket_directories: socketDirectory === undefined ? '' : asListElement(socketDirectory),
    ...cluster.parameters,
    port: String(port),
  });
  const launch = launchAs(cluster.user, cluster.binaries.postgres, [
    '-D',
    cluster.path,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = await cluster.log.open();
  try {
    const child = spawn(launch.file, launch.arguments, {
      ...launch.options,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    let failure: string | undefined;
    child.once('error', (error) => (failure = reasonOf(error)));
    child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? code}`));
    const outcome = await waitFor(async () => {
      const postmaster = await findPostmaster(cluster.path);
      const ready = postmaster?.processId === child.pid && postmaster?.ready === true;
      return failure ?? (ready ? postmaster : undefined);
    }, recoveryLimit);
    return outcome ?? 'it has been recovering for ten minutes';
  } finally {
    await log.close();
  }
}

/** A TCP port on 127.0.0.1 that is free now; another program may take it before the caller does. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.');
  return address.port;
}
