/** Least time in milliseconds that a version stays in memory; it stays at most three times as long. */
const GENERATION_AGE = 5_000;
/** Largest number of aggregates in a generation; beyond it the older generation is dropped early. */
const CAPACITY = 100_000;

/** The newest versions of recently announced aggregates, in bounded memory: two generations. */
export class RecentVersions {
  private current = new Map<string, number>();
  private previous = new Map<string, number>();
  private turnedAt = -Infinity;
  private newestTransaction = { current: 0n, previous: 0n, forgotten: 0n };

  constructor(private readonly capacity = CAPACITY) {}

  /** All dropped versions with a known transaction were written by transactions up to this id. */
  get forgotten(): bigint {
    return this.newestTransaction.forgotten;
  }

  /** @param now milliseconds of the monotonic clock.
   *  @param transaction that wrote the version; 0 if unknown. */
  note(id: string, version: number, now = performance.now(), transaction = 0n): void {
    this.turn(now);
    const newest = this.newestTransaction;
    newest.current = later(newest.current, transaction);
    this.current.set(id, Math.max(version, this.newest(id, now)));
  }

  /** The newest announced version; 0 for none. */
  newest(id: string, now = performance.now()): number {
    this.turn(now);
    return Math.max(this.current.get(id) ?? 0, this.previous.get(id) ?? 0);
  }

  clear(): void {
    this.current.clear();
    this.previous.clear();
  }

  private turn(now: number): void {
    const age = now - this.turnedAt;
    if (age < GENERATION_AGE && this.current.size < this.capacity) return;
    const keeps = age < 2 * GENERATION_AGE;
    const { current, previous, forgotten } = this.newestTransaction;
    this.previous = keeps ? this.current : new Map();
    this.newestTransaction = {
      current: 0n,
      previous: keeps ? current : 0n,
      forgotten: later(later(forgotten, previous), keeps ? 0n : current),
    };
    this.current = new Map();
    this.turnedAt = now;
  }
}

function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
