import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../durable-file.js';
import { CommandError, reasonOf } from '../errors.js';
import { EXIT } from '../exit-codes.js';

const PENDING = '.pending';

/**
 * A folder with a file for each token and secret, which only its user can read. A mark is there from before the service
 * makes a secret until its file is whole, so that a call which was killed between is noticed by the next.
 */
export class SecretFiles {
  constructor(private readonly folder: string) {}

  /** The names with a mark. @throws CommandError where the folder cannot be read or made */
  async pending(): Promise<Set<string>> {
    const files = await this.tried(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      return readdir(this.folder);
    });
    const marks = files.filter((file) => file.endsWith(PENDING));
    return new Set(marks.map((file) => decodeURIComponent(file.slice(0, -PENDING.length))));
  }

  /** Marks a name. @throws CommandError */
  async begin(name: string): Promise<void> {
    await this.tried(() => replaceFile(this.pathOf(name) + PENDING, ''));
  }

  /** Stores a secret, and takes the mark away. @throws CommandError */
  async store(name: string, secret: string): Promise<void> {
    await this.tried(() => replaceFile(this.pathOf(name), secret));
    await this.forget(name);
  }

  /** Takes the mark of a name away. */
  async forget(name: string): Promise<void> {
    await this.tried(() => rm(this.pathOf(name) + PENDING, { force: true }));
  }

  private pathOf(name: string): string {
    return join(this.folder, encodeURIComponent(name));
  }

  private async tried<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      return await act();
    } catch (error) {
      const { unwritten: exitCode } = EXIT;
      const message = `The secrets in ${this.folder} cannot be kept: ${reasonOf(error)}.`;
      throw new CommandError(message, { cause: error, exitCode });
    }
  }
}
