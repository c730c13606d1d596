import type { Heartbeat } from '../event-message.js';

/** The last heartbeat of each partition of a feed. */
export class PartitionHorizons {
  private readonly latest = new Map<string, { horizon: bigint; at: number }>();

  /** Removes all heartbeats. */
  clear(): void {
    this.latest.clear();
  }

  record(partition: string, { horizon, at }: Heartbeat): void {
    const before = this.latest.get(partition);
    const next = BigInt(horizon);
    this.latest.set(partition, {
      horizon: before !== undefined && before.horizon > next ? before.horizon : next,
      at: Math.max(before?.at ?? 0, at),
    });
  }

  /** The lowest horizon and the oldest time of all partitions; null until each has sent a heartbeat. */
  common(partitions: number): { horizon: bigint; at: number } | null {
    if (this.latest.size < partitions || partitions === 0) return null;
    let horizon: bigint | null = null;
    let at = Infinity;
    for (const each of this.latest.values()) {
      if (horizon === null || each.horizon < horizon) horizon = each.horizon;
      at = Math.min(at, each.at);
    }
    return horizon === null ? null : { horizon, at };
  }
}
