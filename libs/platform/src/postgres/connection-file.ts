import { join } from 'node:path';

import { reasonOf } from '../error-reason.js';
import { readIfPresent, writeSecretFile } from '../data-directory/secret-file.js';
import { StartError } from '../start-error.js';

/** The superuser of every cluster that this package creates. */
export const superuser = 'postgres';

/** A postgres:// URL of the embedded server. */
export function connectionUrl(password: string, port: number, database: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/**
 * Path of the file by which other processes reach the server; it holds the only copy of the cluster's password.
 */
export function connectionFile(directory: string): string {
  return join(directory, 'postgres.json');
}

/** Writes `{"url": …}` with mode 0600. */
export async function writeConnectionFile(directory: string, url: string): Promise<void> {
  await writeSecretFile(connectionFile(directory), `${JSON.stringify({ url })}\n`);
}

/** The last connection data of the server. */
export interface StoredConnection {
  readonly password: string;
  /** 0 where the server has never run. */
  readonly port: number;
}

/**
 * The last connection data of the cluster's server; undefined where there is no file yet.
 * @throws StartError where the file cannot be read or holds no password.
 */
export async function readConnection(directory: string): Promise<StoredConnection | undefined> {
  const file = connectionFile(directory);
  const text = await readIfPresent(file).catch((error: unknown) => {
    throw new StartError(`The file ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  if (text === undefined) return undefined;
  const known = connectionIn(text.toString());
  if (known !== undefined) return known;
  throw new StartError(`The file ${file} does not hold the URL of the database; restore it from a backup.`);
}

function connectionIn(text: string): StoredConnection | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || !('url' in content)) return undefined;
    const { password, port } = new URL(String(content.url));
    return password === '' ? undefined : { password: decodeURIComponent(password), port: Number(port) };
  } catch {
    return undefined;
  }
}
