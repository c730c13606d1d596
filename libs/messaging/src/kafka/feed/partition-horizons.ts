/** The newest horizon that each partition of a feed has reported. */
export class PartitionHorizons {
  private readonly latest = new Map<string, bigint>();

  /** Removes all horizons. */
  clear(): void {
    this.latest.clear();
  }

  record(partition: string, horizon: string): void {
    const before = this.latest.get(partition);
    const next = BigInt(horizon);
    if (before === undefined || next > before) this.latest.set(partition, next);
  }

  /** The lowest one; null until each partition has reported. */
  common(partitions: number): bigint | null {
    if (this.latest.size < partitions || partitions === 0) return null;
    return [...this.latest.values()].reduce((lowest, each) => (each < lowest ? each : lowest));
  }
}
