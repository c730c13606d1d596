/** Tracks how far a partition is done while its messages are handled concurrently. */
export class OffsetTracker {
  private readonly open: { offset: bigint; done: boolean }[] = [];

  /** Messages from the first unfinished one on. */
  get size(): number {
    return this.open.length;
  }

  /** Adds a message, in order; call the returned function when it is done. */
  take(offset: string): () => void {
    const entry = { offset: BigInt(offset), done: false };
    this.open.push(entry);
    return () => {
      entry.done = true;
    };
  }

  /**
   * The offset after the last message up to which everything is done; null where that has not changed since the
   * last call.
   */
  advance(): string | null {
    let reached: bigint | null = null;
    while (this.open[0]?.done === true) reached = this.open.shift()?.offset ?? reached;
    return reached === null ? null : `${reached + 1n}`;
  }
}
