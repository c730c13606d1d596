import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { hasCode } from '../error-reason.js';
import { StartError } from '../start-error.js';

/** Writes the file with mode 0600, durably and atomically: a reader sees the old content or the new. */
export async function writeSecretFile(path: string, content: string | Uint8Array): Promise<void> {
  await publish(path, content, rename);
}

/**
 * Reads the file, or creates it with the content that `make` returns; concurrent processes get the same content. The
 * file appears complete and with mode 0600.
 */
export async function readOrCreateSecret(path: string, make: () => string | Uint8Array): Promise<Buffer> {
  const existing = await readIfPresent(path);
  if (existing !== undefined) return existing;
  try {
    await publish(path, make(), link);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return readFile(path);
}

/**
 * The content of the file; undefined without a file.
 * @throws StartError where it is a folder: the error of the operating system would not name it.
 */
export async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'EISDIR')) throw new StartError(`${path} is a folder, not a file.`, { cause: error });
    throw error;
  }
}

/** Makes renames and new files in the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function publish(
  path: string,
  content: string | Uint8Array,
  place: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}
