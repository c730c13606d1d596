import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { propertyOf } from './errors.js';

/** The content of a file; null where it does not exist. */
export async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return null;
    throw error;
  }
}

/** Mode: only the owner may read and write. */
const PRIVATE = 0o600;

/** Replaces a file durably and atomically: a reader sees either the old content or the new. */
export async function replaceFile(path: string, content: string | Uint8Array, mode = PRIVATE): Promise<void> {
  await place(path, content, rename, mode);
}

/** The content of a file. A missing file is created as by `replaceFile`; processes that create it concurrently get the
 *  same content. */
export async function readOrCreateFile(path: string, make: () => string): Promise<Buffer> {
  const existing = await readIfPresent(path);
  if (existing !== null) return existing;
  try {
    await place(path, make(), link, PRIVATE);
  } catch (error) {
    if (propertyOf(error, 'code') !== 'EEXIST') throw error;
  }
  return readFile(path);
}

async function place(
  path: string,
  content: string | Uint8Array,
  put: typeof rename,
  mode: number,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await withFile(draft, 'wx', async (file) => {
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    });
    await put(draft, path);
    // A renamed or linked file survives a power failure only after its directory is synced.
    await withFile(dirname(path), 'r', (directory) => directory.sync());
  } finally {
    await rm(draft, { force: true });
  }
}

async function withFile(
  path: string,
  flags: string,
  use: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, PRIVATE);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}
