/** Limits and rules of a batcher. */
export interface BatcherOptions<Item> {
  /** Most items in one batch. */
  maxBatch: number;
  /** Most batches under way at once. */
  maxInFlight: number;
  /** Items that share a key are never under way together; the later one waits. */
  keysOf?: (item: Item) => readonly string[];
  /** Items may share these with each other, but not with one whose `keysOf` has such a key. */
  sharedKeysOf?: (item: Item) => readonly string[];
  /** Called for each batch: answers whether the batch has room for another item, which it then has. */
  roomOf?: () => (item: Item) => boolean;
  /** Whether an error may be caused by one item: then each item is run alone, and only the faulty one fails. */
  isItemFault?: (error: unknown) => boolean;
}

const NONE: readonly string[] = [];

interface Waiting<Item, Result> {
  item: Item;
  keys: readonly string[];
  sharedKeys: readonly string[];
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
  /** Keys of the items under way; those in `busy` are held by one each. */
  private readonly busy = new Set<string>();
  private readonly shared = new Map<string, number>();
  private scheduled = false;

  /** @param run returns one result for each item, in order; if it rejects, every item is rejected. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /** @throws the error of the item's batch. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { keysOf, sharedKeysOf } = this.options;
      const [keys, sharedKeys] = [keysOf?.(item) ?? NONE, sharedKeysOf?.(item) ?? NONE];
      this.waiting.push({ item, keys, sharedKeys, resolve, reject });
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
    const release = this.hold(batch);
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
      release();
      this.schedule();
    }
  }

  /** Marks the keys of a batch as under way, until the answered function is called. */
  private hold(batch: readonly Waiting<Item, Result>[]): () => void {
    const keys = batch.flatMap((entry) => entry.keys);
    const shared = new Set(batch.flatMap((entry) => entry.sharedKeys));
    for (const key of keys) this.busy.add(key);
    for (const key of shared) this.shared.set(key, (this.shared.get(key) ?? 0) + 1);
    return () => {
      for (const key of keys) this.busy.delete(key);
      for (const key of shared) {
        const others = (this.shared.get(key) ?? 0) - 1;
        if (others > 0) this.shared.set(key, others);
        else this.shared.delete(key);
      }
    };
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
    const { keysOf, roomOf, maxBatch } = this.options;
    if (keysOf === undefined && roomOf === undefined) return this.waiting.splice(0, maxBatch);
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const keys = new Set(this.busy);
    const sharedKeys = new Set(this.shared.keys());
    const hasRoom = roomOf?.();
    for (const entry of this.waiting) {
      const isFree =
        !entry.keys.some((key) => keys.has(key) || sharedKeys.has(key)) &&
        !entry.sharedKeys.some((key) => keys.has(key));
      if (isFree && taken.length < maxBatch && hasRoom?.(entry.item) !== false) {
        taken.push(entry);
      } else {
        left.push(entry);
      }
      // A later item with the same key must not overtake the one that waits.
      for (const key of entry.keys) keys.add(key);
      for (const key of entry.sharedKeys) sharedKeys.add(key);
    }
    this.waiting = left;
    return taken;
  }
}
