/** Values by stream id; `trim` drops the least recently used first. */
export class CachedStreams<Value> {
  private readonly streams = new Map<string, Value>();

  constructor(private readonly capacity: number) {}

  get(id: string): Value | undefined {
    const value = this.streams.get(id);
    if (value === undefined) return undefined;
    this.streams.delete(id);
    this.streams.set(id, value);
    return value;
  }

  set(id: string, value: Value): void {
    this.streams.delete(id);
    this.streams.set(id, value);
  }

  /** All cached values, the least recently used first. */
  entries(): Iterable<[string, Value]> {
    return this.streams.entries();
  }

  /** Drops the values beyond the capacity. Call this between batches, which need all of their values. */
  trim(): void {
    for (const id of this.streams.keys()) {
      if (this.streams.size <= this.capacity) return;
      this.streams.delete(id);
    }
  }

  clear(): void {
    this.streams.clear();
  }
}
