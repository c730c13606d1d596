import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The broker's output: all of it in a file, and the last error. */
export class BrokerLog {
  readonly path: string;
  /** Without time and class, with its exception; undefined where there was no error. */
  lastError: string | undefined;
  /** Whether the next line may name the exception of the last error. */
  private namesException = false;
  private readonly onError: (line: string) => void;

  constructor(path: string, onError: (line: string) => void) {
    this.path = path;
    this.onError = onError;
  }

  /** Writes to the file until the streams end; the file of the previous run is kept beside it. */
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
    // The line after "Exiting Kafka due to fatal exception" says which.
    if (this.namesException && /^[\w.$]+(Exception|Error)\b/.test(line)) this.lastError += `: ${line}`;
    this.namesException = / ERROR |^Exception in/.test(line);
    if (!this.namesException) return;
    this.lastError = line.replace(/^.*? ERROR \S+ - /, '');
    this.onError(line);
  }
}
