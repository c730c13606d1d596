import type { Output } from '../output/terminal.js';

const WIDTH = 30;
const REDRAW_EVERY = 100;
const PLAIN_LINE_EVERY = 5_000;

/** Progress of a bulk command: a bar on a terminal, otherwise a line every few seconds. */
export class Progress {
  private done = 0;
  private shownAt = performance.now();
  private readonly startedAt = performance.now();

  /** @param share of the input that is read, from 0 to 1; null if unknown. */
  constructor(
    private readonly label: string,
    private readonly share: () => number | null,
    private readonly output: Output = process.stderr,
  ) {}

  advance(items: number): void {
    this.done += items;
    const isTerminal = this.output.isTTY === true;
    const now = performance.now();
    if (now - this.shownAt < (isTerminal ? REDRAW_EVERY : PLAIN_LINE_EVERY)) return;
    this.shownAt = now;
    this.output.write(isTerminal ? `\r${this.bar()}${this.figures()}\u001b[K` : `${this.figures()}\n`);
  }

  /** Says something on a line of its own. */
  say(sentence: string): void {
    this.output.write(`${this.output.isTTY === true ? '\r\u001b[K' : ''}${sentence}\n`);
  }

  finish(): void {
    if (this.output.isTTY === true) this.output.write('\r\u001b[K');
    if (this.done > 0) this.output.write(`${this.figures()}\n`);
  }

  private bar(): string {
    const share = this.share();
    if (share === null) return '';
    const filled = Math.round(Math.min(1, share) * WIDTH);
    return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(Math.min(1, share) * 100)} %  `;
  }

  private figures(): string {
    const seconds = Math.max(0.001, (performance.now() - this.startedAt) / 1_000);
    return `${this.label}: ${this.done}, ${Math.round(this.done / seconds)} a second`;
  }
}
