/** Limits and rules of a batcher. */
export interface BatcherOptions<Item> {
  /** Most items in one batch. */
  maxBatch: number;
  /** Most batches under way at once. */
  maxInFlight: number;
  /** Items that share a key are never under way together; the later one waits. */
  keysOf?: (item: Item) => readonly string[];
  /** Whether an error may be caused by one item: then each item is run alone, and only the faulty one fails. */
  isItemFault?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Groups concurrent calls into batches: calls within one turn of the event loop, or while earlier batches run, share a
 * batch. A single call is not delayed.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private inFlight = 0;
  /** Keys of the items under way. */
  private readonly busy = new Set<string>();
  private scheduled = false;

  /** @param run returns one result for each item, in order; if it rejects, every item is rejected. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /** @throws the error of the item's batch. */
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
      // A later item with the same key must not overtake the one that waits.
      for (const key of own) keys.add(key);
    }
    this.waiting = left;
    return taken;
  }

  private keysOf({ item }: Waiting<Item, Result>): readonly string[] {
    return this.options.keysOf?.(item) ?? [];
  }
}
