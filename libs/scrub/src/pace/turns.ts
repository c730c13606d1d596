import { PARTS, SHARES, pauseOf, type Part } from './bounds.js';

/** Whose turn it is: of the parts with work, the one that has had the least of its share. */
export class Turns {
  /** Processor time that each part has had, divided by its share, in milliseconds. */
  private readonly had = new Map<Part, number>(PARTS.map((part) => [part, 0]));
  /** When each part may begin its next pass. */
  private readonly due = new Map<Part, number>();
  private readonly passing = new Set<Part>();

  /** @param loadPercent of one core. */
  constructor(private readonly loadPercent: number) {}

  /** @param now a monotonic clock’s milliseconds. @returns null where no part has work. */
  next(now: number): Part | null {
    const ready = PARTS.filter((part) => this.passing.has(part) || (this.due.get(part) ?? 0) <= now);
    return ready.reduce<Part | null>((least, part) => {
      return least === null || this.timeOf(part) < this.timeOf(least) ? part : least;
    }, null);
  }

  /** When the next part has work, by the same clock. */
  nextAt(): number {
    return Math.min(...PARTS.map((part) => this.due.get(part) ?? 0));
  }

  begun(part: Part, now: number): void {
    this.due.set(part, now + pauseOf(this.loadPercent));
    // A part loses the time that it did not use while it rested: the others do not wait for it.
    const others = Array.from(this.passing, (other) => this.timeOf(other));
    if (others.length > 0) this.had.set(part, Math.max(this.timeOf(part), Math.min(...others)));
    this.passing.add(part);
  }

  /** @param work processor time in milliseconds. */
  worked(part: Part, work: number): void {
    this.had.set(part, this.timeOf(part) + work / SHARES[part]);
  }

  ended(part: Part): void {
    this.passing.delete(part);
  }

  private timeOf(part: Part): number {
    return this.had.get(part) ?? 0;
  }
}
