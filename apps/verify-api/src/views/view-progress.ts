interface Watch {
  /** Highest version seen since the watch began. */
  seen: number;
  wanted: number;
  resolve: () => void;
}

/**
 * Lets a write wait until a view shows it. The watch begins before the write is sent, for the view may be
 * faster than the answer.
 */
export class ViewProgress {
  private readonly watches = new Map<string, Set<Watch>>();

  /** Told after the view has applied events. */
  reached(id: string, version: number): void {
    for (const watch of this.watches.get(id) ?? []) {
      watch.seen = Math.max(watch.seen, version);
      if (watch.seen >= watch.wanted) watch.resolve();
    }
  }

  /**
   * Runs a write of `id` and waits until the view shows the version that it made, `wait` milliseconds at most.
   */
  async showing<Result extends { version: number }>(
    id: string,
    write: () => Promise<Result>,
    wait: number,
  ): Promise<Result> {
    const watch: Watch = { seen: 0, wanted: Infinity, resolve: () => undefined };
    const watches = this.watches.get(id) ?? new Set();
    this.watches.set(id, watches.add(watch));
    try {
      const result = await write();
      watch.wanted = result.version;
      if (watch.seen < watch.wanted) await waitFor(watch, wait);
      return result;
    } finally {
      watches.delete(watch);
      if (watches.size === 0) this.watches.delete(id);
    }
  }
}

function waitFor(watch: Watch, wait: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, wait);
    watch.resolve = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
