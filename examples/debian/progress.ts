const WIDTH = 40;
const REDRAW_EVERY = 100;
const PLAIN_LINE_EVERY = 3_000;

/** Shows how far a run is: a bar on a terminal, a line every few seconds elsewhere. */
export class Progress {
  private done = 0;
  private shownAt = 0;
  private readonly startedAt = performance.now();
  private finishedAt: number | undefined;
  private readonly label: string;
  private readonly total: number;

  constructor(label: string, total: number) {
    this.label = label;
    this.total = total;
  }

  /** Items a second since the beginning. */
  get rate(): number {
    return this.done / Math.max(this.seconds, 0.001);
  }

  get seconds(): number {
    return ((this.finishedAt ?? performance.now()) - this.startedAt) / 1_000;
  }

  advance(items: number): void {
    this.done += items;
    const { isTTY } = process.stdout;
    const now = performance.now();
    const every = isTTY ? REDRAW_EVERY : PLAIN_LINE_EVERY;
    if (now - this.shownAt < every && this.done < this.total) return;
    this.shownAt = now;
    process.stdout.write(isTTY ? `\r${this.bar()}` : `${this.line()}\n`);
  }

  /** Prints a sentence on a separate line above the bar. */
  say(sentence: string): void {
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${sentence}\n` : `${sentence}\n`);
  }

  finish(): void {
    this.finishedAt = performance.now();
    if (process.stdout.isTTY) process.stdout.write('\n');
  }

  private bar(): string {
    const filled = Math.round((WIDTH * this.done) / Math.max(this.total, 1));
    return `${this.label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${this.figures()}\u001b[K`;
  }

  private line(): string {
    return `${this.label}: ${this.figures()}`;
  }

  private figures(): string {
    return `${this.done}/${this.total}, ${Math.round(this.rate)}/s`;
  }
}
