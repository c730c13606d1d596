import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CosignedCheckpoints } from '@service/evidence';
import { readIfPresent, replaceFile } from './durable-file.js';

/** Keeps what was cosigned last in a file for each log, which is replaced whole and survives a power failure. */
export class CosignedFiles implements CosignedCheckpoints {
  private readonly known = new Map<string, string>();

  constructor(private readonly directory: string) {}

  async latest(origin: string): Promise<string | null> {
    const note = this.known.get(origin) ?? (await readIfPresent(this.pathOf(origin)))?.toString('utf8');
    if (note === undefined) return null;
    this.known.set(origin, note);
    return note;
  }

  async store(origin: string, note: string): Promise<void> {
    if (this.known.get(origin) === note) return;
    await replaceFile(this.pathOf(origin), note);
    this.known.set(origin, note);
  }

  /** Origins hold slashes, and may be longer than a file's name. */
  private pathOf(origin: string): string {
    return join(this.directory, `${createHash('sha256').update(origin).digest('hex')}.checkpoint`);
  }
}
