/** Milliseconds that a version is remembered at least, and at most three times as long. */
const REMEMBERED_FOR = 5_000;
/** Aggregates in one generation at the most; beyond it the older one goes early. */
const CAPACITY = 100_000;

/** The newest versions of aggregates that were heard of lately, in bounded memory: two generations that take turns. */
export class RecentVersions {
  private current = new Map<string, number>();
  private previous = new Map<string, number>();
  private turnedAt = 0;

  constructor(private readonly capacity = CAPACITY) {}

  note(id: string, version: number, now = Date.now()): void {
    this.turn(now);
    this.current.set(id, Math.max(version, this.newest(id, now)));
  }

  /** The newest version that was heard of; 0 for none. */
  newest(id: string, now = Date.now()): number {
    this.turn(now);
    return Math.max(this.current.get(id) ?? 0, this.previous.get(id) ?? 0);
  }

  clear(): void {
    this.current.clear();
    this.previous.clear();
  }

  private turn(now: number): void {
    const age = now - this.turnedAt;
    if (age < REMEMBERED_FOR && this.current.size < this.capacity) return;
    this.previous = age < 2 * REMEMBERED_FOR ? this.current : new Map();
    this.current = new Map();
    this.turnedAt = now;
  }
}
