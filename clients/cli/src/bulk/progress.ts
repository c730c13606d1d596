import { lineOf } from '../output/print.js';
import type { Output } from '../output/terminal.js';

const WIDTH = 30;
const REDRAW_EVERY = 100;

/** Progress of a bulk command on a terminal: a bar, the rate, and the time left. */
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
    const now = performance.now();
    if (this.output.isTTY !== true || now - this.shownAt < REDRAW_EVERY) return;
    this.shownAt = now;
    this.output.write(`\r${this.bar()}${this.figures()}${this.left()}\u001b[K`);
  }

  /** Says something on a line of its own. */
  say(sentence: string): void {
    this.output.write(`${this.output.isTTY === true ? '\r\u001b[K' : ''}${lineOf(sentence)}`);
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

  private left(): string {
    const share = this.share() ?? 0;
    if (share <= 0) return '';
    const seconds = Math.ceil(((performance.now() - this.startedAt) / 1_000) * (1 / Math.min(1, share) - 1));
    return `, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
  }

  private figures(): string {
    const seconds = Math.max(0.001, (performance.now() - this.startedAt) / 1_000);
    return `${this.label}: ${this.done}, ${Math.round(this.done / seconds)} a second`;
  }
}
