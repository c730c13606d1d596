import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { Client } from 'pg';
import { EventStore } from '../log/event-store.js';
import { BEGINNING, type Position } from '../log/position.js';
import { eventLogSql } from '../log/schema.sql.js';
import { appendBy } from '../testing/append-by.js';
import { newEvent } from '../testing/new-event.js';
import { LogFollower, horizonAt, type FollowerOptions } from './log-follower.js';

const database = databaseOfFile();
let schema: string;
let store: EventStore;
let seen: string[];
let follower: LogFollower;

beforeEach(async () => {
  schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  store = new EventStore(database.pool, schema);
  seen = [];
});
afterEach(() => follower.stop());

function follow(options: FollowerOptions = {}, beforeApply: () => void = () => undefined): LogFollower {
  let at: Position = BEGINNING;
  const position = () => Promise.resolve(at);
  follower = new LogFollower(
    store,
    {
      position,
      async apply(events, _from, to) {
        beforeApply();
        seen.push(...events.map((event) => event.stream_id));
        at = to;
      },
    },
    { pollMin: 5, pollMax: 50, ...options },
  );
  return follower;
}

const write = (streamId: string) =>
  store.append({ streams: [{ stream_id: streamId, expected: 0 }], events: [newEvent(streamId)], claims: [] });

describe('a follower', () => {
  it('has passed a transaction once everything below it is applied', async () => {
    await write('a');
    follow().start();
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    expect(seen).toEqual(['a']);
    expect(await follower.passed(0n, 0)).toBe(true);
  });

  it('reports how far tables are, also when something that was applied is lost again', async () => {
    await write('a');
    follow().start();
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    await write('b');
    const [first, second] = (await store.readAll(BEGINNING, 2)).events.map(({ position }) => position);
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    const said = [second, first, BEGINNING].map((position) =>
      horizonAt(position as Position, follower.coverage),
    );
    expect(said).toEqual([follower.horizon, BigInt(first?.tx ?? 0), 0n]);
  });

  it('reports how far tables were that were read before it went on, and not less', async () => {
    await write('a');
    follow().start();
    const [{ position } = { position: BEGINNING }] = (await store.readAll(BEGINNING, 1)).events;
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    const before = follower.coverage;
    expect(before.horizon).toBeGreaterThan(BigInt(position.tx));
    await write('b');
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    expect(horizonAt(position, before)).toBe(before.horizon);
  });

  it('reports no less for them while a batch fails', async () => {
    let fails = false;
    follow({}, () => {
      if (fails) throw new Error('not now');
    });
    await write('a');
    follower.start();
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    const [{ position } = { position: BEGINNING }] = (await store.readAll(BEGINNING, 1)).events;
    const reached = follower.horizon;
    fails = true;
    await write('b');
    expect(await follower.passed(await store.nextTransaction(), 100)).toBe(false);
    expect(horizonAt(position, follower.coverage)).toBeGreaterThanOrEqual(reached);
  });

  it('has passed what it has applied while there is always more to read', async () => {
    for (const id of ['a', 'b', 'c']) await write(id);
    const { events } = await store.readAll(BEGINNING, 3);
    follow({ batchSize: 1, pollMax: 60_000 }, () => {
      if (seen.length === 2) throw new Error('not now');
    }).start();
    await eventually(() => expect(seen).toEqual(['a', 'b']));
    await eventually(() => expect(follower.horizon).toBe(BigInt(events[1]?.position.tx ?? 0)));
    expect(follower.currentAt).toBe(null);
  });

  it('has not passed while a transaction below is running, and has once it ends', async () => {
    const late = await database.pool.connect();
    await late.query('BEGIN');
    await appendBy(late, schema, 'late');
    await write('a');
    follow().start();
    const end = await store.nextTransaction();
    expect(await follower.passed(end, 100)).toBe(false);
    expect(seen).toEqual([]);
    const passed = follower.passed(end, 10_000);
    await late.query('COMMIT');
    late.release();
    expect(await passed).toBe(true);
    expect(seen).toEqual(['late', 'a']);
  });

  it('has caught up with a read that was sent after the call, not with one under way', async () => {
    const { readAll } = store;
    let hold: Promise<unknown> = Promise.resolve();
    store.readAll = async (...asked) => {
      const [page] = await Promise.all([readAll.apply(store, asked), hold]);
      return page;
    };
    follow().start();
    expect(await follower.caughtUp(10_000)).toBe(true);
    const held = Promise.withResolvers<undefined>();
    hold = held.promise;
    follower.poll();
    await write('a');
    const caughtUp = follower.caughtUp(10_000);
    expect(await follower.caughtUp(20)).toBe(false);
    held.resolve(undefined);
    expect(await caughtUp).toBe(true);
    expect(seen).toEqual(['a']);
  });

  it('has not caught up while a transaction holds back what was committed', async () => {
    const late = await database.pool.connect();
    await late.query('BEGIN');
    await appendBy(late, schema, 'late');
    await write('a');
    follow().start();
    expect(await follower.caughtUp(100)).toBe(false);
    const caughtUp = follower.caughtUp(10_000);
    await late.query('COMMIT');
    late.release();
    expect(await caughtUp).toBe(true);
    expect(seen).toEqual(['late', 'a']);
  });

  it('is only as fresh as the moment before a transaction that it waits for', async () => {
    let reads = 0;
    follow({ onRead: () => (reads += 1) }).start();
    await eventually(() => expect(follower.currentAt).not.toBe(null));
    const late = await database.pool.connect();
    await late.query('BEGIN');
    await appendBy(late, schema, 'late');
    await write('a');
    const { readAt } = await store.readAll(BEGINNING, 1);
    const before = reads;
    await eventually(() => expect(reads).toBeGreaterThan(before + 3));
    expect(follower.currentAt).toBeLessThan(readAt);
    await late.query('COMMIT');
    late.release();
    await eventually(() => expect(follower.currentAt).toBeGreaterThan(readAt));
    expect(seen).toEqual(['late', 'a']);
  });

  it('is not delayed by a transaction that cannot append', async () => {
    const other = new Client({
      connectionString: Object.assign(new URL(database.url), { pathname: '/postgres' }).href,
    });
    await other.connect();
    await other.query('BEGIN; SELECT pg_current_xact_id()');
    await write('a');
    follow().start();
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    const reached = follower.horizon;
    await eventually(() => expect(follower.currentAt).not.toBe(null));
    await write('b');
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    expect([seen, follower.horizon > reached]).toEqual([['a', 'b'], true]);
    await other.end();
  });

  it('polls at once when it is nudged', async () => {
    follow({ pollMin: 60_000, pollMax: 60_000 }).start();
    await eventually(() => follower.age() < 60_000);
    const leave = store.onAppended((transaction) => follower.nudge(transaction));
    await write('a');
    await eventually(() => expect(seen).toEqual(['a']));
    leave();
    await write('b');
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    expect(seen).toEqual(['a', 'b']);
  });

  it('reads page after page without pausing', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await write(name);
    follow({ batchSize: 1, pollMin: 60_000, pollMax: 60_000 }).start();
    await eventually(() => expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']));
  });

  it('stops at once in the middle of a pause, and releases its waiters', async () => {
    follow({ pollMin: 60_000, pollMax: 60_000 }).start();
    await eventually(() => follower.age() < 60_000);
    const waiting = follower.passed(BigInt(Number.MAX_SAFE_INTEGER), 60_000);
    await follower.stop();
    expect(await waiting).toBe(false);
    await write('a');
    follower.start();
    expect(await follower.passed(await store.nextTransaction(), 10_000)).toBe(true);
    expect(seen).toEqual(['a']);
  });

  it('repeats a batch that its sink refused, and reports the error', async () => {
    await write('a');
    await write('b');
    const errors: unknown[] = [];
    let refusals = 2;
    follow({ onError: (error) => errors.push(error) }, () => {
      if (refusals-- > 0) throw new Error('refused');
    }).start();
    await eventually(() => expect(seen).toEqual(['a', 'b']));
    expect(errors).toEqual([new Error('refused'), new Error('refused')]);
  });

  it('reports how long ago it had caught up', async () => {
    follow();
    expect([follower.age() > 1e12, follower.currentAt]).toEqual([true, null]);
    follower.start();
    await follower.passed(await store.nextTransaction(), 10_000);
    expect(follower.age()).toBeLessThan(10_000);
    let broken = 0;
    await write('a');
    await follower.stop();
    const before = Date.now();
    follow({ onError: () => (broken += 1) }, () => {
      throw new Error('forever');
    }).start();
    await eventually(() => broken > 1);
    expect(follower.age()).toBeGreaterThanOrEqual(before);
  });
});
