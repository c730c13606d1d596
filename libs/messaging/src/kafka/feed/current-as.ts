import type { DatabaseClock } from './database-clock.js';

/**
 * The newest moment up to which a feed is known to be complete, by this process's monotonic clock: what was learnt stays true
 * where the database's clock is set.
 */
export class CurrentAs {
  /** Since 1970, until something is learnt. */
  private moment = -performance.timeOrigin;

  /** @param moment null where it is unknown. */
  raise(moment: number | null): void {
    if (moment !== null && moment > this.moment) this.moment = moment;
  }

  /** Milliseconds since the moment. */
  age(): number {
    return performance.now() - this.moment;
  }
}

/** The newest moment up to which each partition of a feed is known to be complete. */
export class PartitionMoments {
  private readonly learnt = new Map<string, { at: number; local: number }>();

  constructor(private readonly clock: Pick<DatabaseClock, 'localOf'>) {}

  clear(): void {
    this.learnt.clear();
  }

  /** @param at milliseconds since 1970 of the database's clock; lower than before where that was set back. */
  learn(partition: string, at: number): void {
    // One that stands still would seem newer once the clock is set back.
    if (this.learnt.get(partition)?.at === at) return;
    const local = this.clock.localOf(at);
    if (local !== null) this.learnt.set(partition, { at, local });
  }

  /** The oldest one, by the monotonic clock; null until each partition has one. */
  common(partitions: number): number | null {
    if (this.learnt.size < partitions || partitions === 0) return null;
    return Math.min(...[...this.learnt.values()].map(({ local }) => local));
  }
}
