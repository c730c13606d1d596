import type { OutageLog } from '@service/platform/scheduling';
import { PeriodicTask } from '@service/platform/scheduling';
import type { LiveSource } from './live-source.js';
import type { Change, Topic } from './live-topics.js';

/** Milliseconds between two looks at the sources. */
const LOOK_EVERY = 250;

/** Who is told about the changes of a project. */
export interface Listener {
  /** Empty for no project: then only topics that are no project’s have changes. */
  readonly projectId: string;
  readonly topics: ReadonlySet<Topic>;
  changed(changes: readonly Change[]): void;
}

/** Places of a project in every source, by its name. */
export type Places = Readonly<Record<string, string>>;

/** Looks for changes on behalf of all listeners of the process: one look at each source for all of them. */
export class LiveWatch {
  private readonly listeners = new Set<Listener>();
  private readonly joining = new Set<{ listener: Listener; done: () => void }>();
  private readonly task: PeriodicTask;
  private stopped = false;

  constructor(
    private readonly sources: readonly LiveSource[],
    outage: Pick<OutageLog, 'seen' | 'over'>,
    lookEvery = LOOK_EVERY,
  ) {
    this.task = new PeriodicTask(() => this.look(), lookEvery, outage);
  }

  start(): void {
    this.task.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.task.stop();
    for (const { done } of this.joining) done();
  }

  /** Resolves once every change from then on is told to the listener. */
  async join(listener: Listener): Promise<void> {
    this.listeners.add(listener);
    if (this.stopped || this.isLookedAt(listener)) return;
    await new Promise<void>((resolve) => {
      const waiting = {
        listener,
        done: () => {
          this.joining.delete(waiting);
          resolve();
        },
      };
      this.joining.add(waiting);
    });
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener);
  }

  /** How far the sources of a listener have been looked at, all of which it has been told. */
  placesOf(listener: Listener): Places {
    const places = this.sourcesOf(listener).map(
      (source) => [source.name, source.placeOf(listener.projectId)] as const,
    );
    return Object.fromEntries(places.filter((place): place is [string, string] => place[1] !== null));
  }

  /**
   * What has changed for a listener since some places.
   * @returns null for topics of which it cannot be said.
   */
  async since(listener: Listener, places: Places): Promise<{ changes: Change[]; unknown: Topic[] }> {
    const changes: Change[] = [];
    const unknown: Topic[] = [];
    for (const source of this.sourcesOf(listener)) {
      const place = places[source.name];
      const found = place === undefined ? null : await source.since(listener.projectId, place);
      if (found === null) unknown.push(...source.topics.filter((topic) => listener.topics.has(topic)));
      else changes.push(...found.filter(({ topic }) => listener.topics.has(topic)));
    }
    return { changes, unknown };
  }

  private sourcesOf({ topics }: Listener): LiveSource[] {
    return this.sources.filter((source) => source.topics.some((topic) => topics.has(topic)));
  }

  private isLookedAt(listener: Listener): boolean {
    return this.sourcesOf(listener).every((source) => source.placeOf(listener.projectId) !== null);
  }

  private async look(): Promise<void> {
    for (const source of this.sources) {
      const listening = [...this.listeners].filter(({ topics }) =>
        source.topics.some((topic) => topics.has(topic)),
      );
      const changes = await source.look([...new Set(listening.map(({ projectId }) => projectId))]);
      // At once, so that `placesOf` is never ahead of what was told.
      for (const listener of this.listeners) {
        const ofProject = changes.get(listener.projectId) ?? [];
        const wanted = ofProject.filter(({ topic }) => listener.topics.has(topic));
        if (wanted.length > 0) listener.changed(wanted);
      }
    }
    for (const { listener, done } of this.joining) {
      if (this.isLookedAt(listener)) done();
    }
  }
}
