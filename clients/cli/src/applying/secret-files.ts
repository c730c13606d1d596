import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../durable-file.js';
import { CommandError, propertyOf, reasonOf } from '../errors.js';
import { EXIT } from '../exit-codes.js';

/** No name of a file has it: names are encoded. */
const PENDING = '@pending';
/** Characters of a name, so that it fits in a name of a file with all that is added. */
const LONGEST = 120;

/** The name of a file for a secret. */
export function secretFileOf(noun: string, name: string): string {
  const encoded = encodeURIComponent(`${noun}.${name}`);
  if (encoded.length <= LONGEST) return encoded;
  return `${encoded.slice(0, 80)}-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

/**
 * A folder with a file for each token and secret, which only its user can read. A mark is there from before the service
 * makes a secret until its file is whole, so that a call which was killed between is noticed by the next.
 */
export class SecretFiles {
  constructor(private readonly folder: string) {}

  /** Files whose secret was perhaps made and not stored. @throws CommandError where the folder cannot be read */
  async pending(): Promise<Set<string>> {
    const files = await this.tried(() =>
      readdir(this.folder).catch((error: unknown) => {
        if (propertyOf(error, 'code') === 'ENOENT') return [];
        throw error;
      }),
    );
    return new Set(files.flatMap((file) => (file.endsWith(PENDING) ? [file.slice(0, -PENDING.length)] : [])));
  }

  /** Makes the folder. @throws CommandError */
  async open(): Promise<void> {
    await this.tried(() => mkdir(this.folder, { recursive: true, mode: 0o700 }));
  }

  /** Marks a file. @throws CommandError */
  async begin(file: string): Promise<void> {
    await this.tried(() => replaceFile(join(this.folder, file + PENDING), ''));
  }

  /** Stores a secret, and takes the mark away. @throws CommandError */
  async store(file: string, secret: string): Promise<void> {
    await this.tried(() => replaceFile(join(this.folder, file), secret));
    await this.forget(file);
  }

  /** Takes the mark of a file away. */
  async forget(file: string): Promise<void> {
    await this.tried(() => rm(join(this.folder, file + PENDING), { force: true }));
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
