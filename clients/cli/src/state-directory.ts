import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CommandError, propertyOf, reasonOf } from './errors.js';

/** A directory that only this process uses, until it releases it or ends in any way. */
export interface LockedDirectory {
  release(): void;
}

const SQLITE_BUSY = 5;

// Keeps references: the garbage collector would close the file and end the lock.
const held = new Set<DatabaseSync>();

/**
 * Creates a missing directory, closed to other users, and locks it.
 * @param user names the command in the error message.
 * @throws CommandError where another process has locked it, or where it cannot be used.
 */
export async function lockStateDirectory(path: string, user: string): Promise<LockedDirectory> {
  let lock: DatabaseSync | undefined;
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    lock = await openLock(join(path, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (error instanceof CommandError) throw error;
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

// Node has no file locks, but SQLite uses those of the operating system. A file with a process id would remain after
// kill -9, and two processes that both find it stale could take it over at once.
async function openLock(file: string): Promise<DatabaseSync> {
  try {
    // Only `wx`: POSIX locks of this process on a file end when the process closes any descriptor of that file.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (propertyOf(error, 'code') !== 'EEXIST') throw error;
  }
  // Imported where it is needed: Node.js 20 has none, and runs every command without a state.
  const sqlite = await import('node:sqlite').catch((error: unknown) => {
    throw new CommandError('It takes Node.js 22.13 or newer, whose SQLite locks its directory.', {
      cause: error,
    });
  });
  return new sqlite.DatabaseSync(file);
}
