import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, readOrCreateFile, replaceFile } from '../durable-file.js';
import { CommandError, propertyOf, reasonOf } from '../errors.js';
import { parseJson } from '../json.js';
import { isSessionSecret, newSessionSecret, type SessionSecret } from './session-secret.js';

/** Progress of a listener. */
export interface Progress {
  /** Cursor of the current page; null before the first one. */
  cursor: string | null;
  /** Ids of the handled events of that page. */
  done: string[];
}

/** Stored state of a listener, in its own directory. */
export class ListenState {
  constructor(private readonly directory: string) {}

  async create(): Promise<void> {
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new CommandError(`${this.directory} cannot be used: ${reasonOf(error)}.`, { cause: error });
    }
  }

  /** The secret that events are signed with, the same at every call. */
  async secret(): Promise<SessionSecret> {
    const make = (): string => `${JSON.stringify(newSessionSecret())}\n`;
    const file = join(this.directory, 'secret.json');
    return parsed(file, await readOrCreateFile(file, make), isSessionSecret);
  }

  /** The progress; null at the first call. */
  async read(): Promise<Progress | null> {
    const content = await readIfPresent(this.file);
    return content === null ? null : parsed(this.file, content, isProgress);
  }

  async write(progress: Progress): Promise<void> {
    await replaceFile(this.file, `${JSON.stringify(progress)}\n`);
  }

  async forget(): Promise<void> {
    await rm(this.file, { force: true });
  }

  private get file(): string {
    return join(this.directory, 'progress.json');
  }
}

function isProgress(value: unknown): value is Progress {
  return Array.isArray(propertyOf(value, 'done'));
}

/** @throws CommandError where a file does not hold what was written there. */
function parsed<Value>(file: string, content: Buffer, isValue: (value: unknown) => value is Value): Value {
  const value = parseJson(content.toString());
  if (isValue(value)) return value;
  throw new CommandError(`${file} is damaged: remove it.`);
}
