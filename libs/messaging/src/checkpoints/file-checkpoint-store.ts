import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseCheckpoint, parseNote } from '@service/evidence';
import { createDirectory, readIfPresent, writeSecretFile } from '@service/platform/data-directory';
import { CheckpointStore } from './checkpoint-store.js';

/** Stores the newest checkpoint in a file, which is replaced atomically. For the one process of a data directory. */
export class FileCheckpointStore extends CheckpointStore {
  private newest: string | null = null;

  constructor(private readonly path: string) {
    super();
  }

  async load(): Promise<string[]> {
    const content = await readIfPresent(this.path);
    this.newest = content?.toString('utf8') ?? null;
    return this.newest === null ? [] : [this.newest];
  }

  async store(note: string): Promise<void> {
    // A sequencer that lost its lease must not overwrite the checkpoint of the next one.
    if (this.newest !== null && isOlder(note, this.newest)) return;
    await createDirectory(dirname(this.path));
    await writeSecretFile(this.path, note);
    this.newest = note;
  }

  async setAside(name: string): Promise<string | null> {
    if ((await readIfPresent(this.path)) === undefined) return null;
    const aside = `${this.path}.${name}`;
    await rename(this.path, aside);
    this.newest = null;
    return aside;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function isOlder(note: string, than: string): boolean {
  const [one, other] = [note, than].map((each) => parseCheckpoint(parseNote(each).text));
  return one?.origin === other?.origin && (one?.size ?? 0) < (other?.size ?? 0);
}
