import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which work that can be divided lets other requests run. */
export const SLICE = 5;

/**
 * Does many short pieces of work in slices, between which the event loop goes on. Keys take turns, so that one with much work keeps
 * no other waiting.
 */
export class TurnsByKey<Item> {
  private readonly waiting = new Map<string, Item[]>();
  private running: Promise<void> | null = null;

  /**
   * @param pause resolves once others have run.
   * @param now milliseconds that slices are measured by.
   */
  constructor(
    private readonly work: (item: Item) => void,
    private readonly pause: () => Promise<unknown> = setImmediate,
    private readonly now: () => number = processorTime,
  ) {}

  /** Adds work, which `run` does. */
  add(key: string, item: Item): void {
    const own = this.waiting.get(key);
    if (own === undefined) this.waiting.set(key, [item]);
    else own.push(item);
  }

  /** Begins at once, unless earlier work is under way. Resolves when all is done. */
  run(): Promise<void> {
    return (this.running ??= this.runAll());
  }

  private async runAll(): Promise<void> {
    try {
      do {
        await this.runSlice();
        // Also after the last one: the next work may come at once.
        await this.pause();
      } while (this.waiting.size > 0);
    } finally {
      // In the same tick as the look for more: what came after it would wait for ever.
      this.running = null;
    }
  }

  private async runSlice(): Promise<void> {
    const until = this.now() + SLICE;
    do {
      const [next] = this.waiting;
      if (next === undefined) return;
      const [key, own] = next;
      const item = own.shift() as Item;
      // Behind the others.
      this.waiting.delete(key);
      if (own.length > 0) this.waiting.set(key, own);
      this.work(item);
      // The slice lasts until what waited for this has gone on, which may take longer than the work itself.
      await Promise.resolve();
    } while (this.now() < until);
  }
}

/** Milliseconds for which a processor time counts: to read it after each short piece of work would cost more than the work. */
const READ_AFTER = 0.25;
let read = { at: -Infinity, time: 0 };

/**
 * Milliseconds of processor time of this thread, since others check signatures meanwhile. On a busy machine, a slice of as much
 * elapsed time would hold a single piece of work, and what is done together would be done in as many parts.
 */
export function processorTime(): number {
  const at = performance.now();
  if (at - read.at >= READ_AFTER) {
    const { user, system } = process.threadCpuUsage();
    read = { at, time: (user + system) / 1_000 };
  }
  return read.time;
}
