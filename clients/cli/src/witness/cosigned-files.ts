import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CosignedCheckpoints } from '@service/evidence';
import { readIfPresent, replaceFile } from '../durable-file.js';

/** Stores the last cosigned checkpoint of each log in a file, which is replaced atomically and durably. */
export class CosignedFiles implements CosignedCheckpoints {
  private readonly cached = new Map<string, string>();

  constructor(private readonly directory: string) {}

  async latest(origin: string): Promise<string | null> {
    const note = this.cached.get(origin) ?? (await readIfPresent(this.pathOf(origin)))?.toString('utf8');
    if (note === undefined) return null;
    this.cached.set(origin, note);
    return note;
  }

  async store(origin: string, note: string): Promise<void> {
    if (this.cached.get(origin) === note) return;
    await replaceFile(this.pathOf(origin), note);
    this.cached.set(origin, note);
  }

  /** A hash as file name: origins contain slashes and may be too long. */
  private pathOf(origin: string): string {
    return join(this.directory, `${createHash('sha256').update(origin).digest('hex')}.checkpoint`);
  }
}
