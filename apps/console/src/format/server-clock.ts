/** Half the resolution of a `Date` header in milliseconds, added because the header rounds down. */
const HALF_A_SECOND = 500;

/** Follows the server’s clock by the `Date` of its answers, because the browser's clock may be wrong. */
export class ServerClock {
  private offset = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** @param date the `Date` field of an answer that has just come. */
  hear(date: string | null): void {
    const told = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(told)) return;
    const offset = told + HALF_A_SECOND - this.now();
    // Ignore differences within the resolution: a countdown would jump.
    if (Math.abs(offset - this.offset) > 2 * HALF_A_SECOND) this.offset = offset;
  }

  /** Milliseconds since 1970, as the server counts. */
  read(): number {
    return this.now() + this.offset;
  }
}
