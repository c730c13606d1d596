import { RecentVersions } from './recent-versions.js';

/** Reads the current versions of aggregates from a view; aggregates that it lacks are left out. */
export type ReadVersions = (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;

interface Watch {
  version: number;
  settle: (shown: boolean) => void;
}

/**
 * Lets requests wait until a view shows a version. `reached` reports at once what this process applied. What
 * another replica applied is found by polling the view, only while a request waits.
 */
export class ViewProgress {
  private readonly watches = new Map<string, Set<Watch>>();
  private readonly shown = new RecentVersions();
  private polling = false;

  /** @param pollEvery milliseconds between two polls while a request waits. */
  constructor(
    private readonly readVersions: ReadVersions,
    private readonly pollEvery = 10,
  ) {}

  /** Call this when the view shows a version. */
  reached(id: string, version: number): void {
    this.shown.note(id, version);
    for (const watch of this.watches.get(id) ?? []) {
      if (version >= watch.version) watch.settle(true);
    }
  }

  /** Whether the view is known to show a version, without reading it. */
  knows(id: string, version: number): boolean {
    return this.shown.newest(id) >= version;
  }

  /** Forgets all versions: the view may have moved back. */
  forget(): void {
    this.shown.clear();
  }

  /** Reads the view now. After a failed read the requests go on waiting, until their time is over. */
  async poll(ids: readonly string[]): Promise<void> {
    const versions = await this.readVersions(ids).catch(() => new Map<string, number>());
    for (const [id, version] of versions) this.reached(id, version);
  }

  /**
   * Resolves when the view shows a version, or after `wait` milliseconds.
   * @returns whether the view shows it.
   */
  shows(id: string, version: number, wait: number): Promise<boolean> {
    if (this.knows(id, version)) return Promise.resolve(true);
    const watches = this.watches.get(id) ?? new Set();
    this.watches.set(id, watches);
    void this.pollWhileWatched();
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

  /** Polls with one query for all waiting requests, until none waits. */
  private async pollWhileWatched(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    await this.pause();
    while (this.watches.size > 0) {
      await this.poll([...this.watches.keys()]);
      await this.pause();
    }
    this.polling = false;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.pollEvery));
  }
}
