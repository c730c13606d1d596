import { existsSync } from 'node:fs';
import { access, chown, constants, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Postmaster } from './postmaster-file.js';
import type { ServerUser } from './server-user.js';

/** Bytes that the path of a Unix socket can have everywhere; Linux takes four more. */
const LONGEST_PATH = 103;
const WIDEST_PORT = 65_535;

/**
 * Makes the directory of a server's Unix socket beside its cluster, for the server's user alone, and removes what a killed
 * server left in it: PostgreSQL would trust its lock file where the process id belongs to another program now.
 * @returns undefined where the path is too long for a socket, or the directory cannot be made.
 */
export async function makeSocketDirectory(
  directory: string,
  user: ServerUser | undefined,
): Promise<string | undefined> {
  const path = resolve(directory, 'socket');
  if (Buffer.byteLength(socketIn(path, WIDEST_PORT)) > LONGEST_PATH) return undefined;
  try {
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { mode: 0o700 });
    if (user !== undefined) await chown(path, user.userId, user.groupId);
    return path;
  } catch {
    return undefined;
  }
}

/** A path as an element of PostgreSQL's list of directories. */
export function asListElement(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

/**
 * The URL of a database by its server's Unix socket, if this process may use one. A query then costs half the processor
 * time that it costs by the loopback address.
 */
export async function bySocket(
  url: string,
  { socketDirectory, port }: Pick<Postmaster, 'socketDirectory' | 'port'>,
): Promise<string> {
  if (socketDirectory === '') return url;
  try {
    await access(socketIn(socketDirectory, port), constants.R_OK | constants.W_OK);
  } catch {
    return url;
  }
  const local = new URL(url);
  // `pg` and libpq prefer this parameter to the URL's host.
  local.searchParams.set('host', socketDirectory);
  return local.href;
}

/** Whether a URL was made by `bySocket`. Other URLs with a socket are not changed. */
export function isBySocket(url: URL | null): url is URL {
  return url?.hostname === '127.0.0.1' && (url.searchParams.get('host') ?? '').startsWith('/');
}

/** Changes a URL of `bySocket` to the loopback address where somebody has removed the socket. */
export function leaveLostSocket(url: URL): void {
  const directory = url.searchParams.get('host') ?? '';
  if (!existsSync(socketIn(directory, Number(url.port)))) url.searchParams.delete('host');
}

function socketIn(directory: string, port: number): string {
  return join(directory, `.s.PGSQL.${port}`);
}
