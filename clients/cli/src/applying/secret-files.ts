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
  private constructor(
    private readonly folder: string,
    /** Files whose secret an earlier call perhaps made and did not store. */
    readonly pending: ReadonlySet<string>,
  ) {}

  /** Reads a folder, which need not be there yet. @throws CommandError */
  static async open(folder: string): Promise<SecretFiles> {
    const files = await kept(folder, () =>
      readdir(folder).catch((error: unknown) => {
        if (propertyOf(error, 'code') === 'ENOENT') return [];
        throw error;
      }),
    );
    const marks = files.filter((file) => file.endsWith(PENDING));
    return new SecretFiles(folder, new Set(marks.map((file) => file.slice(0, -PENDING.length))));
  }

  /** Marks a file. @throws CommandError */
  async begin(file: string): Promise<void> {
    await kept(this.folder, async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await replaceFile(join(this.folder, file + PENDING), '');
    });
  }

  /** Stores a secret, and takes the mark away. @throws CommandError */
  async store(file: string, secret: string): Promise<void> {
    await kept(this.folder, () => replaceFile(join(this.folder, file), secret));
    await this.forget(file);
  }

  /** Takes the mark of a file away. */
  async forget(file: string): Promise<void> {
    await kept(this.folder, () => rm(join(this.folder, file + PENDING), { force: true }));
  }
}

async function kept<Value>(folder: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    const { unwritten: exitCode } = EXIT;
    const message = `The secrets in ${folder} cannot be kept: ${reasonOf(error)}.`;
    throw new CommandError(message, { cause: error, exitCode });
  }
}
