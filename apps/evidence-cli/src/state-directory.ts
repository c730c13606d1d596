import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError, propertyOf, reasonOf } from './errors.js';

/** A directory that this process has to itself, until it releases it or ends, however it ends. */
export interface LockedDirectory {
  release(): void;
}

const SQLITE_BUSY = 5;

// A lock must not end because its holder kept no reference and the garbage collector closed the file.
const held = new Set<DatabaseSync>();

/**
 * Creates a directory where it is missing, closed to other users, and locks it.
 * @param user who works in it, for the sentence that a second one gets.
 * @throws CommandError where another process has locked it, or where it cannot be used.
 */
export async function lockStateDirectory(path: string, user: string): Promise<LockedDirectory> {
  let lock: DatabaseSync | undefined;
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    lock = openLock(join(path, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const message =
      propertyOf(error, 'errcode') === SQLITE_BUSY
        ? `Another ${user} runs on ${path}.`
        : `The directory ${path} cannot be used: ${reasonOf(error)}.`;
    throw new CommandError(message, { cause: error });
  }
  const locked = lock;
  held.add(locked);
  return {
    release: () => {
      if (held.delete(locked)) locked.close();
    },
  };
}

// Node offers no file locks, but SQLite takes the operating system's. A file that names its holder's process would
// stay behind after kill -9, and two processes that both find it stale can take it over at once.
function openLock(file: string): DatabaseSync {
  try {
    // Only `wx`: POSIX locks of this process on a file end when the process closes any descriptor of that file.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (propertyOf(error, 'code') !== 'EEXIST') throw error;
  }
  return new DatabaseSync(file);
}
