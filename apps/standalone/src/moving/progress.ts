import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDirectory, readIfPresent, writeSecretFile } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import type { Chunk } from './chunks.js';
import { hasManifest } from './manifest.js';

/** What must be the same when an export goes on. */
interface ExportIdentity {
  id: string;
  environment: string;
  /** SHA-256 over the number of rows of each table and over the version of each row. */
  state: string;
}

const FILE = 'unfinished.ndjson';

/** The chunks that an unfinished export has written, in a file of its folder, a line for each. */
export class Progress {
  private constructor(
    readonly folder: string,
    readonly id: string,
    readonly chunks: Chunk[],
  ) {}

  /**
   * Begins an export in an empty folder, or goes on with an unfinished one.
   * @throws StartError where the folder holds something else, or the database has changed since the export began.
   */
  static async open(folder: string, fresh: ExportIdentity): Promise<Progress> {
    await createDirectory(folder);
    if (await hasManifest(folder)) throw new StartError(`${folder} holds a finished export already.`);
    const path = join(folder, FILE);
    const text = (await readIfPresent(path))?.toString('utf8');
    const names = await readdir(folder);
    const [drafts, others] = [names.filter(isDraft), names.filter((name) => !isDraft(name))];
    for (const draft of drafts) await rm(join(folder, draft));
    if (text === undefined) {
      if (others.length > 0) throw new StartError(`${folder} is not empty, and holds no unfinished export.`);
      await writeSecretFile(path, lineOf(fresh));
      return new Progress(folder, fresh.id, []);
    }
    const [begun, ...chunks] = wholeLines(text) as [ExportIdentity?, ...Chunk[]];
    if (begun?.environment === fresh.environment && begun.state === fresh.state) {
      await writeSecretFile(path, [begun, ...chunks].map(lineOf).join(''));
      return new Progress(folder, begun.id, chunks);
    }
    throw new StartError(
      `The database has changed since the unfinished export in ${folder} began: begin again in an empty folder.`,
    );
  }

  async add(chunk: Chunk): Promise<void> {
    this.chunks.push(chunk);
    await appendFile(join(this.folder, FILE), lineOf(chunk));
  }

  /** The chunks of a table, in its order. */
  of(name: string): Chunk[] {
    return this.chunks.filter(({ table }) => table === name);
  }

  /** Removes the note of an unfinished export. */
  finish(): Promise<void> {
    return rm(join(this.folder, FILE));
  }
}

/** What a file leaves whose writer was killed. */
const isDraft = (name: string) => name.endsWith('.tmp');

/** The lines before the first that was cut off or is not JSON, whose chunk is written again. */
function wholeLines(text: string): unknown[] {
  const lines: unknown[] = [];
  try {
    for (const line of text.split('\n').slice(0, -1)) lines.push(JSON.parse(line));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return lines;
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;
