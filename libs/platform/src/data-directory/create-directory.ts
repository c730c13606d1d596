import { chmod, mkdir } from 'node:fs/promises';

import { reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';

/**
 * Creates a directory and its missing parents, closed to other users.
 * @throws StartError where it cannot be created.
 */
export async function createDirectory(path: string): Promise<void> {
  // When started by root, the database runs as another user, who must be able to enter but not list the directory.
  const mode = process.geteuid?.() === 0 ? 0o711 : 0o700;
  try {
    const created = await mkdir(path, { recursive: true, mode });
    if (created !== undefined) await chmod(path, mode);
  } catch (error) {
    throw new StartError(`The directory ${path} cannot be created: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}
