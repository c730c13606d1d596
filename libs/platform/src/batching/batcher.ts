/** How a batcher gathers. */
export interface BatcherOptions<Item> {
  /** Items in one batch at the most. */
  maxBatch: number;
  /** Batches under way at the same time. */
  maxInFlight: number;
  /** Items that share a key are never under way together; the later one waits for the earlier. */
  keysOf?: (item: Item) => readonly string[];
  /** Whether an error may be the fault of one item: then each is run alone, and only the guilty one fails. */
  isItemFault?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers concurrent calls into batches: what arrives in one turn of the event loop, or while the batches
 * before are under way, goes together. A lone call waits for nothing.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private inFlight = 0;
  /** Keys of the items under way. */
  private readonly busy = new Set<string>();
  private scheduled = false;

  /** @param run answers one result for each item, in order; its rejection is every item's. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /** Rejects with what the batch rejected with. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.inFlight >= this.options.maxInFlight) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.flush();
    });
  }

  private async flush(): Promise<void> {
    const batch = this.take();
    if (batch.length === 0) return;
    const keys = batch.flatMap((entry) => this.keysOf(entry));
    for (const key of keys) this.busy.add(key);
    this.inFlight += 1;
    this.schedule();
    try {
      const results = await this.run(batch.map((entry) => entry.item));
      batch.forEach((entry, index) => entry.resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && this.options.isItemFault?.(error) === true) {
        for (const entry of batch) await this.runAlone(entry);
      } else {
        for (const entry of batch) entry.reject(error);
      }
    } finally {
      this.inFlight -= 1;
      for (const key of keys) this.busy.delete(key);
      this.schedule();
    }
  }

  private async runAlone(entry: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await this.run([entry.item]);
      entry.resolve(result as Result);
    } catch (error) {
      entry.reject(error);
    }
  }

  private take(): Waiting<Item, Result>[] {
    const { keysOf, maxBatch } = this.options;
    if (keysOf === undefined) return this.waiting.splice(0, maxBatch);
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const keys = new Set(this.busy);
    for (const entry of this.waiting) {
      const own = this.keysOf(entry);
      if (taken.length < maxBatch && !own.some((key) => keys.has(key))) {
        taken.push(entry);
      } else {
        left.push(entry);
      }
      // A later item of the same key must not overtake the one that was left.
      for (const key of own) keys.add(key);
    }
    this.waiting = left;
    return taken;
  }

  private keysOf({ item }: Waiting<Item, Result>): readonly string[] {
    return this.options.keysOf?.(item) ?? [];
  }
}
