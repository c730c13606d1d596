import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveSource } from './live-source.js';
import type { Change, Topic } from './live-topics.js';
import { LiveWatch, type Listener } from './live-watch.js';

/** A source whose projects count up. */
class Counting implements LiveSource {
  readonly name = 'counting';
  readonly topics = ['events', 'credentials'] as const;
  readonly counts = new Map<string, number>();
  private readonly seen = new Map<string, number>();
  looks = 0;

  look(projectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Change[]>> {
    this.looks += 1;
    const changes = new Map<string, readonly Change[]>();
    for (const id of projectIds) {
      const count = this.counts.get(id) ?? 0;
      const before = this.seen.get(id) ?? count;
      if (count > before) changes.set(id, changedBy(count - before));
      this.seen.set(id, count);
    }
    for (const id of this.seen.keys()) if (!projectIds.includes(id)) this.seen.delete(id);
    return Promise.resolve(changes);
  }

  placeOf(projectId: string): string | null {
    return this.seen.has(projectId) ? String(this.seen.get(projectId)) : null;
  }

  since(projectId: string, place: string): Promise<readonly Change[] | null> {
    const missed = (this.counts.get(projectId) ?? 0) - Number(place);
    return Promise.resolve(missed > 10 ? null : missed === 0 ? [] : changedBy(missed));
  }
}

function changedBy(count: number): Change[] {
  return [
    { topic: 'events', count, ids: [] },
    { topic: 'credentials', count: 1, ids: [] },
  ];
}

class Hearing implements Listener {
  readonly heard: Change[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor(
    readonly projectId: string,
    readonly topics: ReadonlySet<Topic>,
  ) {}

  changed(changes: readonly Change[]): void {
    this.heard.push(...changes);
    this.waiting.splice(0).forEach((wake) => wake());
  }

  async hears(): Promise<void> {
    if (this.heard.length === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

let source: Counting;
let watch: LiveWatch;
beforeEach(() => {
  source = new Counting();
  watch = new LiveWatch([source], { seen: () => undefined, over: () => undefined }, 1);
  watch.start();
});
afterEach(() => watch.stop());

const topics = new Set<Topic>(['events']);

describe('who listens to a project', () => {
  it('is told what changed from the moment it has joined, of its own topics alone', async () => {
    source.counts.set('prj_1', 7);
    const [one, other] = [new Hearing('prj_1', topics), new Hearing('prj_2', topics)];
    await Promise.all([watch.join(one), watch.join(other)]);
    expect(watch.placesOf(one)).toEqual({ counting: '7' });
    source.counts.set('prj_1', 9);
    await one.hears();
    expect(one.heard).toEqual([{ topic: 'events', count: 2, ids: [] }]);
    expect(other.heard).toEqual([]);
    expect(watch.placesOf(one)).toEqual({ counting: '9' });
  });

  it('costs one look, however many listen', async () => {
    const listeners = Array.from({ length: 50 }, () => new Hearing('prj_1', topics));
    await Promise.all(listeners.map((each) => watch.join(each)));
    expect(source.looks).toBeLessThan(10);
    source.counts.set('prj_1', 1);
    await Promise.all(listeners.map((each) => each.hears()));
    listeners.forEach((each) => watch.leave(each));
  });

  it('learns what it has missed, and what nobody can say', async () => {
    const one = new Hearing('prj_1', topics);
    source.counts.set('prj_1', 5);
    const missed = { changes: [{ topic: 'events', count: 2, ids: [] }], unknown: [] };
    expect(await watch.since(one, { counting: '3' })).toEqual(missed);
    expect(await watch.since(one, { counting: '5' })).toEqual({ changes: [], unknown: [] });
    source.counts.set('prj_1', 50);
    expect(await watch.since(one, { counting: '3' })).toEqual({ changes: [], unknown: ['events'] });
    expect(await watch.since(one, {})).toEqual({ changes: [], unknown: ['events'] });
  });

  it('of topics without a source is not kept waiting', async () => {
    await watch.join(new Hearing('', new Set<Topic>(['log'])));
  });

  it('is not kept waiting by a watch that stops', async () => {
    await watch.stop();
    const joining = watch.join(new Hearing('prj_late', topics));
    await watch.stop();
    await joining;
  });
});
