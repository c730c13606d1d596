import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The broker's own words: all of them in a file, and the last that it called an error. */
export class BrokerLog {
  readonly path: string;
  /** Without time and class; undefined where there was none. */
  lastError: string | undefined;
  private readonly onError: (line: string) => void;

  constructor(path: string, onError: (line: string) => void) {
    this.path = path;
    this.onError = onError;
  }

  /** Writes to the file until the streams end; the file of the run before is kept beside. */
  async follow(...streams: Readable[]): Promise<void> {
    await rename(this.path, `${this.path}.previous`).catch(() => undefined);
    const file = createWriteStream(this.path);
    file.on('error', () => undefined);
    for (const stream of streams) {
      stream.pipe(file, { end: false });
      createInterface({ input: stream }).on('line', (line) => this.notice(line));
    }
  }

  private notice(line: string): void {
    if (!/ ERROR |^Exception in/.test(line)) return;
    this.lastError = line.replace(/^.*? ERROR \S+ - /, '');
    this.onError(line);
  }
}
