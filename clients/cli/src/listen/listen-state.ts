import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, readOrCreateFile, replaceFile } from '../durable-file.js';
import { CommandError, reasonOf } from '../errors.js';
import { newSessionSecret, type SessionSecret } from './session-secret.js';

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
    return JSON.parse(
      (await readOrCreateFile(join(this.directory, 'secret.json'), make)).toString(),
    ) as SessionSecret;
  }

  /** The progress; null at the first call. */
  async read(): Promise<Progress | null> {
    const content = await readIfPresent(this.file);
    return content === null ? null : (JSON.parse(content.toString()) as Progress);
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
