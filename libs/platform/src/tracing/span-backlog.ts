/** Most spans between their end and their export: about 4 MB. */
const MOST_SPANS = 4_096;

/** Counts the spans that wait for their export, so that a collector that is away costs neither memory nor time. */
export class SpanBacklog {
  private waiting = 0;
  private lost = 0;

  constructor(private readonly most = MOST_SPANS) {}

  /** How many spans were not exported: there was no room for them, or the collector did not take them. */
  get dropped(): number {
    return this.lost;
  }

  /** Whether there is room for one span more, which then waits. */
  admit(): boolean {
    if (this.waiting >= this.most) {
      this.lost += 1;
      return false;
    }
    this.waiting += 1;
    return true;
  }

  /** Call it when waiting spans have been exported, or cannot be. */
  settle(spans: number, exported: boolean): void {
    this.waiting -= spans;
    if (!exported) this.lost += spans;
  }
}
