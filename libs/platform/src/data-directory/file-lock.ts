import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { hasCode, propertyOf, reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';
import { waitFor } from '../wait-for.js';

/** A lock on a file that the operating system gives back when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

// A lock must not end because its holder kept no reference and the garbage collector closed the file.
const held = new Set<DatabaseSync>();

const sqliteBusy = 5;

/** Takes the lock alone; answers undefined when anyone, in this process or another, holds it.
 *  @throws StartError when the file cannot be opened. */
export function tryExclusiveLock(file: string): FileLock | undefined {
  return tryLock(file, 'BEGIN EXCLUSIVE');
}

/** Takes the lock together with others; answers undefined when someone holds it alone.
 *  @throws StartError when the file cannot be opened. */
export function trySharedLock(file: string): FileLock | undefined {
  return tryLock(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');
}

/** Runs the action while it holds the lock alone, for which it waits at most ten minutes.
 *  @throws StartError when the lock was not to be had. */
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

// Node offers no file locks, but SQLite takes the operating system's. A file that names its holder's process
// would stay behind after kill -9, and two processes that both find it stale can take it over at once.
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

// Only `wx`: POSIX locks of this process on a file end when the process closes any descriptor of that file.
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
