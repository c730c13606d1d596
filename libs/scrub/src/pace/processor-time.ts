/** By how much a page may cost more than the quickest one before it, row for row. */
const AT_MOST = 2;
/** How fast an old quickest page loses its weight: by 1 % with each page. */
const FORGETS = 1.01;

/**
 * Estimates the processor time of pages, this process’s and the database’s together: what a row of the same kind took in the
 * quickest page of late, and at most twice that. What a page took longer it spent waiting, for a processor, a disk or a lock,
 * since other work went first; neither process can say how much of its time that was.
 */
export class ProcessorTime {
  private readonly quickest = new Map<string, number>();

  /**
   * @param kind of the page; pages of one kind cost the same for each row.
   * @param took milliseconds.
   * @returns milliseconds.
   */
  of(kind: string, rows: number, took: number): number {
    const each = took / (rows + 1);
    const quickest = Math.min(each, (this.quickest.get(kind) ?? Infinity) * FORGETS);
    this.quickest.set(kind, quickest);
    return Math.min(took, AT_MOST * quickest * (rows + 1));
  }
}
