import { join } from 'node:path';

import { StartError } from '../start-error.js';
import { waitFor } from '../wait-for.js';
import { createDirectory } from './create-directory.js';
import { tryExclusiveLock, type FileLock } from './file-lock.js';

/**
 * Creates the directory where it is missing and locks it against other services until the lock is released or the
 * process ends.
 * @param patience milliseconds to wait for an ending process to release it.
 * @throws StartError where another service uses it, or it cannot be created.
 */
export async function lockDataDirectory(path: string, patience = 0): Promise<FileLock> {
  await createDirectory(path);
  const lock = await waitFor(() => tryExclusiveLock(join(path, 'lock')), patience);
  if (lock !== undefined) return lock;
  throw new StartError(
    `Another service runs on the data directory ${path}; stop it or set DATA_DIR to another directory.`,
  );
}
