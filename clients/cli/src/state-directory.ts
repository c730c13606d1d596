import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CommandError, propertyOf, reasonOf } from './errors.js';

/** A lock, held until it is released or the process ends. */
export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

// Keeps references: otherwise the garbage collector would close the file and end the lock.
const held = new Set<DatabaseSync>();

/**
 * Creates a missing directory, closed to other users, and locks it.
 * @param user names the command in the error message.
 * @throws CommandError where another process has locked it, or where it cannot be used.
 */
export async function lockStateDirectory(path: string, user: string): Promise<Lock> {
  const refusals = {
    locked: `Another ${user} runs on ${path}.`,
    unusable: `The directory ${path} cannot be used`,
  };
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(`${refusals.unusable}: ${reasonOf(error)}.`, { cause: error });
  }
  return lockFile(join(path, 'lock'), refusals);
}

/**
 * Locks a file that has no other purpose; it is created if missing, and stays.
 * @param refusals message if another process holds the lock, and beginning of the message if the file cannot be used.
 * @throws CommandError
 */
export async function lockFile(path: string, refusals: { locked: string; unusable: string }): Promise<Lock> {
  let database: DatabaseSync | undefined;
  try {
    database = await openLock(path);
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (error instanceof CommandError) throw error;
    const isLocked = propertyOf(error, 'errcode') === SQLITE_BUSY;
    const message = isLocked ? refusals.locked : `${refusals.unusable}: ${reasonOf(error)}.`;
    throw new CommandError(message, { cause: error });
  }
  const locked = database;
  held.add(locked);
  return {
    release: () => {
      if (held.delete(locked)) locked.close();
    },
  };
}

/** Whether this Node.js has SQLite, which the locks use. */
export function hasLocks(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
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
  // Imported where it is needed: Node.js 20 has no SQLite, and must still run all commands that need no lock.
  const sqlite = await withoutWarnings(() => import('node:sqlite')).catch((error: unknown) => {
    throw new CommandError('This needs Node.js 22.13 or newer: its SQLite locks the directory.', {
      cause: error,
    });
  });
  return new sqlite.DatabaseSync(file);
}

/** Node.js 22 warns on standard error that its SQLite is an experiment. */
async function withoutWarnings<Value>(load: () => Promise<Value>): Promise<Value> {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return await load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
