/** Tells how far a partition is done where its messages are handled side by side. */
export class OffsetTracker {
  private readonly open: { offset: bigint; done: boolean }[] = [];

  /** Messages that were taken and are not all done before. */
  get size(): number {
    return this.open.length;
  }

  /** Takes a message, in order; the answer is called when it is done. */
  take(offset: string): () => void {
    const entry = { offset: BigInt(offset), done: false };
    this.open.push(entry);
    return () => {
      entry.done = true;
    };
  }

  /** The offset up to which everything is done since the last call, plus one; null where nothing new is. */
  advance(): string | null {
    let reached: bigint | null = null;
    while (this.open[0]?.done === true) reached = this.open.shift()?.offset ?? reached;
    return reached === null ? null : `${reached + 1n}`;
  }
}
