/** Most spans between their end and their export: about 4 MB. */
const MOST_SPANS = 4_096;

/** Limits the spans that wait for export, so that an unavailable collector costs neither memory nor time. */
export class SpanBacklog {
  private waiting = 0;
  private lost = 0;

  constructor(private readonly most = MOST_SPANS) {}

  /** How many spans were not exported: there was no room for them, or the collector did not take them. */
  get dropped(): number {
    return this.lost;
  }

  /** Reserves a place for a span; false if there is none. */
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
