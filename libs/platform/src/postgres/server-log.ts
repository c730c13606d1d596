import { copyFile, open, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Size in bytes at which the log is rotated. */
const sizeLimit = 16 * 1024 * 1024;

const checkInterval = 60_000;

/** The embedded server's log `postgres.log`; its older part is in `postgres.log.1`. */
export class ServerLog {
  readonly path: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(directory: string) {
    this.path = join(directory, 'postgres.log');
  }

  /** Opens the file for the server to append to. */
  async open(): Promise<FileHandle> {
    return open(this.path, 'a', 0o600);
  }

  /** Size in bytes. */
  async size(): Promise<number> {
    return (await stat(this.path).catch(() => undefined))?.size ?? 0;
  }

  /** The last line of severity FATAL or PANIC after an offset in bytes, without the line's prefix. */
  async lastFailure(after: number): Promise<string | undefined> {
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(65_536),
        position: after,
      });
      const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n');
      return (
        lines.findLast((line) => /(FATAL|PANIC): /.test(line))?.replace(/^.*(FATAL|PANIC): +/, '') ??
        lines.at(-1)
      );
    } finally {
      await file.close();
    }
  }

  /** Rotates the log where it is too large. */
  async bound(limit = sizeLimit): Promise<void> {
    if ((await this.size()) <= limit) return;
    // Copied, not renamed: the server has the file open and would go on writing to it under its new name.
    await copyFile(this.path, `${this.path}.1`);
    await truncate(this.path);
  }

  /** Checks the size periodically until `close`; does not keep the process alive. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.bound().catch(() => undefined), checkInterval).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
