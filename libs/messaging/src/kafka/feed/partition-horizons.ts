import type { Heartbeat } from '../event-message.js';

/** What the partitions of a feed have said last. */
export class PartitionHorizons {
  private readonly said = new Map<string, { horizon: bigint; at: number }>();

  /** Forgets what was said before. */
  clear(): void {
    this.said.clear();
  }

  heard(partition: string, { horizon, at }: Heartbeat): void {
    const before = this.said.get(partition);
    const next = BigInt(horizon);
    this.said.set(partition, {
      horizon: before !== undefined && before.horizon > next ? before.horizon : next,
      at: Math.max(before?.at ?? 0, at),
    });
  }

  /** What holds for all partitions: the lowest horizon and the oldest time; null until each has spoken. */
  common(partitions: number): { horizon: bigint; at: number } | null {
    if (this.said.size < partitions || partitions === 0) return null;
    let horizon: bigint | null = null;
    let at = Infinity;
    for (const each of this.said.values()) {
      if (horizon === null || each.horizon < horizon) horizon = each.horizon;
      at = Math.min(at, each.at);
    }
    return horizon === null ? null : { horizon, at };
  }
}
