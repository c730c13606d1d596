import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStore, ownedLogSql, type RecordedEvent } from '@service/event-store';
import { createLogger } from '@service/platform/logging';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Following } from '../events/event-feed.js';
import { TailingEventFeed } from './tailing-event-feed.js';

const LOG = 'record_store';
let database: EmbeddedDatabase;
let store: EventStore;
let feed: TailingEventFeed;
let log = '';
const followings: Following[] = [];

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  const own = [`CREATE SCHEMA ${LOG}`, ...ownedLogSql(LOG)];
  for (const statement of own) await database.pool.query(statement);
  store = new EventStore(database.pool, LOG);
  feed = new TailingEventFeed(database.pool, createLogger('info', { write: (line) => (log += line) }));
});
afterAll(async () => {
  await Promise.all(followings.map((following) => following.stop()));
  await database.stop();
});

const ids = (events: RecordedEvent[]): string[] => events.map((event) => event.stream_id);

async function write(streamId: string): Promise<void> {
  const event = {
    event_id: streamId,
    type: 'thing.made',
    schema_version: 1,
    element: null,
    data: {},
    companion: null,
  };
  const events = [{ ...event, stream_id: streamId } as const];
  await store.append({ streams: [{ stream_id: streamId, expected: 0 }], events, claims: [] });
}

describe('the tailing feed', () => {
  it('delivers old and new events, to tables and to memory', async () => {
    await write('a');
    const [tables, memory]: [string[], string[]] = [[], []];
    const consumer = { name: 'c', schema: LOG, repeatable: true };
    const durable = feed.follow(LOG, {
      ...consumer,
      apply: async (_, events) => void tables.push(...ids(events)),
    });
    const fold = feed.fold(LOG, { take: (event) => memory.push(event.stream_id), reset: () => undefined });
    followings.push(durable, fold);
    await Promise.all([durable.start(), fold.start()]);
    expect(memory).toEqual(['a']);
    await write('b');
    feed.appended(LOG, 0n);
    expect(await Promise.all([durable.catchUp(10_000), fold.catchUp(10_000)])).toEqual([true, true]);
    expect([tables, memory]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(durable.age()).toBeLessThan(10_000);
  });

  it('calls the methods of a consumer and a fold that are instances of classes', async () => {
    class Names {
      readonly name = 'of a class';
      readonly schema = LOG;
      readonly repeatable = true;
      readonly heard: string[] = [];
      apply(_: unknown, events: RecordedEvent[]): Promise<void> {
        return Promise.resolve(this.hear('applying', ids(events)));
      }
      applied(events: RecordedEvent[]): void {
        this.hear('applied', ids(events));
      }
      announced(streamId: string): void {
        this.hear('announced', [streamId]);
      }
      take(event: RecordedEvent): void {
        this.hear('took', ids([event]));
      }
      reset(): void {
        this.heard.length = 0;
      }
      private hear(what: string, streams: string[]): void {
        this.heard.push(...streams.map((stream) => `${what} ${stream}`));
      }
    }
    await write('c');
    const [tables, memory] = [new Names(), new Names()];
    const both = [feed.follow(LOG, tables), feed.fold(LOG, memory)];
    followings.push(...both);
    await Promise.all(both.map((following) => following.start()));
    await Promise.all(both.map((following) => following.catchUp(10_000)));
    for (const what of ['applying c', 'announced c', 'applied c']) expect(tables.heard).toContain(what);
    expect(memory.heard).toContain('took c');
  });

  it('does not nudge stopped followers, or followers of other logs', async () => {
    const seen: string[] = [];
    const fold = feed.fold(LOG, { take: (event) => seen.push(event.stream_id), reset: () => undefined });
    await fold.start();
    await fold.stop();
    const before = seen.length;
    await write('unseen');
    feed.appended(LOG, 0n);
    feed.appended('webhook_dispatcher', 0n);
    const other = feed.fold(LOG, { take: () => undefined, reset: () => undefined });
    await other.start();
    await other.stop();
    expect(seen).toHaveLength(before);
  });

  it('logs once that a batch is read again, and that it is over', async () => {
    let failures = 3;
    const apply = async (): Promise<void> => {
      if (failures-- > 0) throw new Error('once');
    };
    const following = feed.follow(LOG, { name: 'failing', schema: LOG, repeatable: true, apply });
    followings.push(following);
    await following.start();
    expect(await following.catchUp(10_000)).toBe(true);
    const lines = log.split('\n').filter((line) => line.includes(`"consumer":"${LOG}.failing"`));
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['warn', 'info']);
  });
});
