/** Milliseconds between two lines of a cause. */
const PAUSE = 1_000;

/** Lets one line a second through for each cause: in an outage, every request would write a line. */
export class LineLimit {
  private readonly causes = new Map<string, { at: number; leftOut: number }>();

  /**
   * Members to add to a line of this cause; null if the line must be left out.
   * @param cause one of a few words, all of which are remembered.
   * @param now milliseconds.
   */
  take(cause = '', now = Date.now()): { left_out?: number } | null {
    const last = this.causes.get(cause);
    if (last !== undefined && now - last.at < PAUSE && now >= last.at) {
      last.leftOut += 1;
      return null;
    }
    this.causes.set(cause, { at: now, leftOut: 0 });
    return last === undefined || last.leftOut === 0 ? {} : { left_out: last.leftOut };
  }
}
