import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncryptedText } from '@service/contracts';
import { createDirectory, readIfPresent, writeSecretFile } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import type { SealingKeys } from '@service/platform/sealing-keys';
import type { Chunk } from './chunks.js';
import { hasManifest } from './manifest.js';

/** An export goes on only where all of these are the same as when it began. */
interface ExportIdentity {
  id: string;
  environment: string;
  /** SHA-256 over the number of rows of each table and over the version of each row. */
  state: string;
}

const FILE = 'unfinished.ndjson';
const CONTEXT = 'export/v1/unfinished';

/** The chunks that an unfinished export has written, in a file of its folder, a sealed line for each. */
export class Progress {
  private constructor(
    readonly folder: string,
    readonly id: string,
    readonly chunks: Chunk[],
    private readonly keys: SealingKeys,
  ) {}

  /**
   * Begins an export in an empty folder, or goes on with an unfinished one.
   * @throws StartError where the folder holds something else, or the database has changed since the export began.
   * @throws DecryptionError where a line was changed, or its sealing key is missing.
   */
  static async open(folder: string, fresh: ExportIdentity, keys: SealingKeys): Promise<Progress> {
    await createDirectory(folder);
    if (await hasManifest(folder)) throw new StartError(`${folder} holds a finished export already.`);
    const path = join(folder, FILE);
    const text = (await readIfPresent(path))?.toString('utf8');
    const names = await readdir(folder);
    if (text === undefined && names.some((name) => !isDraft(name)))
      throw new StartError(`${folder} is not empty, and holds no unfinished export.`);
    for (const draft of names.filter(isDraft)) await rm(join(folder, draft));
    if (text === undefined) {
      await writeSecretFile(path, lineOf(keys.encrypt(JSON.stringify(fresh), CONTEXT)));
      return new Progress(folder, fresh.id, [], keys);
    }
    const lines = wholeLines(text);
    const [first, ...added] = lines;
    const begun = first && (JSON.parse(keys.decrypt(first, CONTEXT)) as ExportIdentity);
    if (begun?.environment === fresh.environment && begun.state === fresh.state) {
      const chunks = added.map(
        (line, place) => JSON.parse(keys.decrypt(line, contextOf(begun.id, place))) as Chunk,
      );
      await writeSecretFile(path, lines.map(lineOf).join(''));
      return new Progress(folder, begun.id, chunks, keys);
    }
    throw new StartError(
      `The database has changed since the unfinished export in ${folder} began: begin again in an empty folder.`,
    );
  }

  async add(chunk: Chunk): Promise<void> {
    const context = contextOf(this.id, this.chunks.length);
    this.chunks.push(chunk);
    await appendFile(join(this.folder, FILE), lineOf(this.keys.encrypt(JSON.stringify(chunk), context)));
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

/** Whether a file is the remains of one whose writer was killed. */
const isDraft = (name: string) => /^(unfinished\.ndjson|manifest\.json|.*\.\d{6})\.[^.]+\.tmp$/.test(name);

/** The lines before the first that was cut off or is not JSON, whose chunk is written again. */
function wholeLines(text: string): EncryptedText[] {
  const lines: EncryptedText[] = [];
  try {
    for (const line of text.split('\n').slice(0, -1))
      lines.push({ sealing_key_id: '', sealed: '', ...(JSON.parse(line) as Partial<EncryptedText>) });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return lines;
}

const contextOf = (exportId: string, place: number) => `${CONTEXT}/${exportId}/${place}`;
const lineOf = (line: EncryptedText) => `${JSON.stringify(line)}\n`;
