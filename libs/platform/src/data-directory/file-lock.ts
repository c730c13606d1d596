import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { hasCode, propertyOf, reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';
import { waitFor } from '../wait-for.js';

/** A lock on a file, which the operating system releases when the process ends in any way. */
export interface FileLock {
  release(): void;
}

// Without this reference the garbage collector could close the file, which would release the lock.
const held = new Set<DatabaseSync>();

const sqliteBusy = 5;

/**
 * Takes the lock exclusively; returns undefined if this or another process holds the lock.
 * @throws StartError where the file cannot be opened.
 */
export function tryExclusiveLock(file: string): FileLock | undefined {
  return tryLock(file, 'BEGIN EXCLUSIVE');
}

/**
 * Takes the lock shared; returns undefined if it is held exclusively.
 * @throws StartError where the file cannot be opened.
 */
export function trySharedLock(file: string): FileLock | undefined {
  return tryLock(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');
}

/**
 * Runs the action under the exclusive lock, after a wait of at most ten minutes.
 * @throws StartError where the lock stays held.
 */
export async function withExclusiveLock<Answer>(
  file: string,
  action: () => Promise<Answer>,
): Promise<Answer> {
  const lock = await waitFor(() => tryExclusiveLock(file), 600_000);
  if (lock === undefined) throw new StartError(`Another process has held ${file} for ten minutes.`);
  try {
    return await action();
  } finally {
    lock.release();
  }
}

// Node has no file locks, but SQLite uses those of the operating system. A file with the holder's process id
// would remain after kill -9, and two processes that both find it stale could take it over at once.
function tryLock(file: string, statements: string): FileLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    createPrivately(file);
    database = new DatabaseSync(file);
    database.exec(statements);
  } catch (error) {
    database?.close();
    if (propertyOf(error, 'errcode') === sqliteBusy) return undefined;
    throw new StartError(`The lock file ${file} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  const locked = database;
  held.add(locked);
  return {
    release: () => {
      if (held.delete(locked)) locked.close();
    },
  };
}

// Only `wx`: the POSIX locks of this process on a file are released when the process closes any descriptor of
// it.
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
