const WIDTH = 30;
const REDRAW_AFTER_MS = 100;

/** The progress of a long check on standard error, if that is a terminal. */
export class ProgressBar {
  private read = 0;
  private bundles = 0;
  private drawnAt = 0;

  /** @param size bytes to read in total; null where that is unknown. */
  constructor(
    private readonly size: number | null,
    private readonly terminal: { isTTY?: boolean; write(text: string): unknown },
  ) {}

  readonly onRead = (bytes: number): void => {
    this.read += bytes;
  };

  step(): void {
    this.bundles += 1;
    const now = Date.now();
    if (this.terminal.isTTY !== true || now - this.drawnAt < REDRAW_AFTER_MS) return;
    this.drawnAt = now;
    this.terminal.write(`\r${this.bar()}${this.bundles} bundles`);
  }

  /** Clears the line for other output. */
  clear(): void {
    if (this.terminal.isTTY === true && this.drawnAt > 0) this.terminal.write('\r\u001b[K');
  }

  private bar(): string {
    if (this.size === null || this.size === 0) return '';
    const done = Math.min(1, this.read / this.size);
    const filled = Math.round(done * WIDTH);
    return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(done * 100)} %  `;
  }
}
