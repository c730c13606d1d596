import { RecentVersions } from './recent-versions.js';

/** Milliseconds between two looks at what a view shows, while somebody waits for it. */
const LOOK_EVERY = 10;

/** The versions that a view shows right now, of those aggregates that it shows at all. */
export type ReadVersions = (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;

interface Watch {
  version: number;
  settle: (shown: boolean) => void;
}

/**
 * Lets requests wait until a view shows a version. What this process applies it is told of at once; what
 * another replica applies it finds by looking, which it does only while somebody waits.
 */
export class ViewProgress {
  private readonly watches = new Map<string, Set<Watch>>();
  private readonly shown = new RecentVersions();
  private looking = false;

  constructor(private readonly readVersions: ReadVersions) {}

  /** Told after the view has come to show a version. */
  reached(id: string, version: number): void {
    this.shown.note(id, version);
    for (const watch of this.watches.get(id) ?? []) {
      if (version >= watch.version) watch.settle(true);
    }
  }

  /** Whether the view is known to show a version, without a look at it. */
  knows(id: string, version: number): boolean {
    return this.shown.newest(id) >= version;
  }

  /** Forgets what it knows: the view may have gone back. */
  forget(): void {
    this.shown.clear();
  }

  /** Looks at the view now. A look that fails shows nothing: whoever waits then waits in vain. */
  async look(ids: readonly string[]): Promise<void> {
    const versions = await this.readVersions(ids).catch(() => new Map<string, number>());
    for (const [id, version] of versions) this.reached(id, version);
  }

  /**
   * Resolves once the view shows a version, or `wait` milliseconds are over.
   * @returns whether it does.
   */
  shows(id: string, version: number, wait: number): Promise<boolean> {
    if (this.knows(id, version)) return Promise.resolve(true);
    const watches = this.watches.get(id) ?? new Set();
    this.watches.set(id, watches);
    void this.lookOut();
    return new Promise((resolve) => {
      const settle = (shown: boolean) => {
        clearTimeout(timer);
        watches.delete(watch);
        if (watches.size === 0) this.watches.delete(id);
        resolve(shown);
      };
      const watch = { version, settle };
      const timer = setTimeout(() => settle(false), wait);
      watches.add(watch);
    });
  }

  /** Looks again and again, by one query for all, until nobody waits. */
  private async lookOut(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    await pause();
    while (this.watches.size > 0) {
      await this.look([...this.watches.keys()]);
      await pause();
    }
    this.looking = false;
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
}
