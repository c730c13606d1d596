/** Half the resolution of a `Date` header in milliseconds, added because the header rounds down. */
const HALF_A_SECOND = 500;

/** Follows the server’s clock by the `Date` of its answers, because the browser's clock may be wrong. */
export class ServerClock {
  private offset = 0;
  /** How far the offset may be wrong. The browser's clock is right until an answer contradicts it. */
  private margin = HALF_A_SECOND;

  constructor(private readonly now: () => number = Date.now) {}

  /** @param date the `Date` field of an answer that has just come. @param sentAt when its request was sent. */
  hear(date: string | null, sentAt: number): void {
    const told = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(told)) return;
    const now = this.now();
    const half = Math.max(0, now - sentAt) / 2;
    const [offset, margin] = [told + HALF_A_SECOND + half - now, HALF_A_SECOND + half];
    const isContradicted = Math.abs(offset - this.offset) > margin + this.margin;
    // The shorter the round trip, the closer the estimate; a countdown jumps as seldom as can be.
    if (!isContradicted && margin >= this.margin) return;
    this.offset = offset;
    this.margin = margin;
  }

  /** Milliseconds since 1970, as the server counts. */
  read(): number {
    return this.now() + this.offset;
  }
}
