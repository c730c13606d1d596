import type { OutageLog } from '@service/platform/scheduling';
import { PeriodicTask } from '@service/platform/scheduling';
import type { LiveSource } from './live-source.js';
import type { Change, Topic } from './live-topics.js';

/** Milliseconds between two looks at the sources. */
const LOOK_EVERY = 250;

/** Gets the changes of a project. */
export interface Listener {
  /** Empty without a project: then only the topics that belong to no project have changes. */
  readonly projectId: string;
  readonly topics: ReadonlySet<Topic>;
  changed(changes: readonly Change[]): void;
}

/** Places of a project in every source, by the name of the source. */
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

  /** Resolves when the listener gets every change that is made afterwards. */
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
    for (const waiting of this.joining) if (waiting.listener === listener) waiting.done();
  }

  /** The places up to which a listener has been told all changes of its sources. */
  placesOf(listener: Listener): Places {
    const places = this.sourcesOf(listener).map(
      (source) => [source.name, source.placeOf(listener.projectId)] as const,
    );
    return Object.fromEntries(places.filter((place): place is [string, string] => place[1] !== null));
  }

  /** The changes for a listener since some places, and the topics whose changes are unknown. */
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
      // In the same turn, so that `placesOf` is never ahead of the changes that were told.
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
