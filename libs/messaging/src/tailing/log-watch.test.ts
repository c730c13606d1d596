import { EventEmitter } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStore, ownedLogSql, type RecordedEvent } from '@service/event-store';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Following } from '../events/event-feed.js';
import { LogWatch } from './log-watch.js';
import { TailingEventFeed } from './tailing-event-feed.js';

const LOG = 'record_store';
const LOOK = 'end_0';
const database = databaseOfFile();
let store: EventStore;
let watch: LogWatch;
let feed: TailingEventFeed;
const followings: Following[] = [];
let written = 0;

beforeAll(async () => {
  const own = [`CREATE SCHEMA ${LOG}`, ...ownedLogSql(LOG)];
  for (const statement of own) await database.pool.query(statement);
  store = new EventStore(database.pool, LOG);
});
beforeEach(() => void (followings.length = 0));
afterEach(() => Promise.all(followings.map((following) => following.stop())));

/** Follows the log in memory by a watch with a pause between two looks; answers the streams that it has seen. */
async function fold(lookEvery: number, isWhole = true): Promise<string[]> {
  const logger = createLogger('silent');
  watch = new LogWatch(database.pool, logger, { lookEvery, isWhole });
  feed = new TailingEventFeed(database.pool, logger, {}, null, watch);
  const seen: string[] = [];
  const take = (event: RecordedEvent) => void seen.push(event.stream_id);
  followings.push(feed.fold(LOG, { take, reset: () => undefined }));
  await followings[0]?.start();
  seen.length = 0;
  return seen;
}

async function write(): Promise<string> {
  const stream_id = `s${(written += 1)}`;
  const event = { event_id: stream_id, type: 'thing.made', schema_version: 1, element: null, data: {} };
  const events = [{ ...event, stream_id, companion: null } as const];
  await store.append({ streams: [{ stream_id, expected: 0 }], events, claims: [] });
  return stream_id;
}

/** Ends the connection of the looks. */
async function breakLooks(): Promise<void> {
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE '%' || $1 || '%' AND pid <> pg_backend_pid()`,
    [LOOK],
  );
}

it('a listener hears that something may have been appended while no notifications came', async () => {
  await fold(5, false);
  await eventually(() => expect(watch.isTold).toBe(true));
  const heard = jest.fn();
  watch.listeners.add(heard);
  await breakLooks();
  await eventually(() => expect(heard).toHaveBeenCalledWith(LOG, -1n));
});

describe('a follower of a watch', () => {
  it('is woken by an append of its process, long before the next look', async () => {
    const seen = await fold(600_000);
    const leave = store.onAppended((transaction) => feed.appended(LOG, transaction));
    const id = await write();
    await eventually(() => expect(seen).toEqual([id]));
    leave();
  });

  it('is woken by an append of another process', async () => {
    const other = new LogWatch(database.pool, createLogger('silent'));
    const seen = await fold(600_000, false);
    await eventually(() => expect(watch.isTold).toBe(true));
    const leave = store.onAppended((transaction) => other.appended(LOG, transaction));
    const id = await write();
    await eventually(() => expect(seen).toEqual([id]));
    leave();
  });

  it('gives its connection back each time that it is refused notifications', async () => {
    const refused = jest.fn();
    const connect = jest.spyOn(database.pool, 'connect').mockImplementation((async () => {
      const client = new EventEmitter();
      const query = () => Promise.reject(new Error('It is a standby.'));
      return Object.assign(client, { query, release: refused });
    }) as never);
    const other = new LogWatch(database.pool, createLogger('silent'), { lookEvery: 5 });
    other.hold(refused);
    await eventually(() => expect(refused.mock.calls.length).toBeGreaterThan(2));
    await other.stop();
    expect(refused.mock.calls).toHaveLength(connect.mock.calls.length);
    connect.mockRestore();
  });

  it('finds by a look what nobody told it', async () => {
    const seen = await fold(5);
    const id = await write();
    await eventually(() => expect(seen).toEqual([id]));
  });

  it('stays fresh by looks alone where nothing is appended, one for all followers', async () => {
    await fold(5);
    followings.push(feed.fold(LOG, { take: () => undefined, reset: () => undefined }));
    await followings[1]?.start();
    await eventually(() => expect(followings.every((each) => each.age() < 2)).toBe(true));
    const queries = jest.spyOn(database.pool, 'query');
    const horizons = followings.map((each) => each.horizon());
    // Another session takes a transaction id, and nobody tells the followers.
    await database.pool.query('SELECT pg_current_xact_id()');
    await eventually(() =>
      followings.forEach((each, index) => expect(each.horizon()).toBeGreaterThan(horizons[index] ?? 0n)),
    );
    const others = queries.mock.calls.filter(([query]) => typeof query === 'object');
    queries.mockRestore();
    expect(others).toEqual([]);
  });

  it('goes on from what is stored once the connection of the looks has broken', async () => {
    await fold(600_000);
    let stored: string[] = [];
    const applied: string[] = [];
    const consumer = feed.follow(LOG, {
      name: 'c',
      schema: LOG,
      repeatable: true,
      apply: async (_, events) => void applied.push(...events.map(({ stream_id }) => stream_id)),
    });
    followings.push(consumer);
    await consumer.start();
    await consumer.catchUp(10_000);
    stored = applied.splice(0);
    // As after a crash, which loses the newest transactions that did not wait for the disk.
    await database.pool.query(`DELETE FROM ${LOG}.positions`);
    await breakLooks();
    await eventually(() => expect(applied).toEqual(stored));
  });
});
