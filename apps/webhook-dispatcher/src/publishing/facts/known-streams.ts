/** What is known of some streams, by their ids; the least recently asked for are forgotten first. */
export class KnownStreams<Known> {
  private readonly streams = new Map<string, Known>();

  constructor(private readonly capacity: number) {}

  get(id: string): Known | undefined {
    const known = this.streams.get(id);
    if (known === undefined) return undefined;
    this.streams.delete(id);
    this.streams.set(id, known);
    return known;
  }

  set(id: string, known: Known): void {
    this.streams.delete(id);
    this.streams.set(id, known);
  }

  /** All that are known, the least recently asked for first. */
  entries(): Iterable<[string, Known]> {
    return this.streams.entries();
  }

  /** Forgets what is too much. What a batch needs is forgotten only after it. */
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
