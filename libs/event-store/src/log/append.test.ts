import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { newEvent } from '../testing/new-event.js';
import { EventStore } from './event-store.js';
import type { Append } from './events.js';
import { eventLogSql } from './schema.sql.js';

jest.setTimeout(60_000);

let database: EmbeddedDatabase;
let schema: string;
let store: EventStore;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  store = new EventStore(database.pool, schema);
});

const toStream = (streamId: string, expected: number, data: object = {}): Append => ({
  streams: [{ stream_id: streamId, expected }],
  events: [newEvent(streamId, data)],
  claims: [],
});

async function rows(table: string, columns = '*'): Promise<unknown[]> {
  return (await database.pool.query(`SELECT ${columns} FROM ${schema}.${table} ORDER BY 1, 2`)).rows;
}

describe('an append', () => {
  it('begins a stream where none is expected, and grows it from the version it was read at', async () => {
    expect(await store.append(toStream('a', 0, { n: 1 }))).toEqual({ appended: true });
    const two = { ...toStream('a', 1), events: [newEvent('a', { n: 2 }), newEvent('a', { n: 3 })] };
    expect(await store.append(two)).toEqual({ appended: true });
    const { events, version } = await store.read('a');
    expect(version).toBe(3);
    expect(events.map((event) => [event.version, event.data])).toEqual([
      [1, { n: 1 }],
      [2, { n: 2 }],
      [3, { n: 3 }],
    ]);
  });

  it.each([
    { expected: 0, actual: 2 },
    { expected: 1, actual: 2 },
    { expected: 3, actual: 2 },
  ])(
    'expecting version $expected of a stream at 2 conflicts and writes nothing',
    async ({ expected, actual }) => {
      await store.append({ ...toStream('a', 0), events: [newEvent('a'), newEvent('a')] });
      expect(await store.append(toStream('a', expected))).toEqual({
        appended: false,
        conflict: { kind: 'version', stream_id: 'a', actual },
      });
      expect((await store.read('a')).version).toBe(2);
    },
  );

  it('expecting a stream that is not there conflicts, and leaves none behind', async () => {
    const outcome = await store.append(toStream('missing', 4));
    expect(outcome).toEqual({
      appended: false,
      conflict: { kind: 'version', stream_id: 'missing', actual: 0 },
    });
    expect(await rows('streams')).toEqual([]);
  });

  it('of two streams writes both or neither', async () => {
    await store.append(toStream('b', 0));
    const both = (expectedB: number): Append => ({
      streams: [
        { stream_id: 'a', expected: 0 },
        { stream_id: 'b', expected: expectedB },
      ],
      events: [newEvent('a'), newEvent('b')],
      claims: [{ name: 'name', owner: 'a' }],
    });
    expect(await store.append(both(7))).toMatchObject({ appended: false, conflict: { stream_id: 'b' } });
    expect(await rows('streams')).toEqual([{ stream_id: 'b', version: 1 }]);
    expect(await rows('claims')).toEqual([]);
    expect(await store.append(both(1))).toEqual({ appended: true });
    expect(await rows('streams')).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'b', version: 2 },
    ]);
  });

  it('that only rests on a stream checks its version and does not change it', async () => {
    await store.append(toStream('rested-on', 0));
    const resting = (id: string, expected: number): Append => ({
      streams: [
        { stream_id: id, expected: 0 },
        { stream_id: 'rested-on', expected },
      ],
      events: [newEvent(id)],
      claims: [],
    });
    expect(await store.append(resting('a', 1))).toEqual({ appended: true });
    expect(await store.append(resting('b', 2))).toMatchObject({ appended: false });
    expect(await rows('streams')).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'rested-on', version: 1 },
    ]);
  });

  it('that rests on the absence of a stream leaves none behind', async () => {
    const append: Append = {
      streams: [
        { stream_id: 'a', expected: 0 },
        { stream_id: 'absent', expected: 0 },
      ],
      events: [newEvent('a')],
      claims: [],
    };
    expect(await store.append(append)).toEqual({ appended: true });
    expect(await rows('streams')).toEqual([{ stream_id: 'a', version: 1 }]);
  });

  it('past its deadline writes nothing, and one beside it still does', async () => {
    const late = { ...toStream('late', 0), claims: [{ name: 'n', owner: 'late' }], deadline: Date.now() - 1 };
    const outcomes = await Promise.all([store.append(late), store.append(toStream('in-time', 0))]);
    expect(outcomes).toEqual([{ appended: false, conflict: 'deadline' }, { appended: true }]);
    expect(await store.append(late)).toEqual({ appended: false, conflict: 'deadline' });
    expect(await rows('streams')).toEqual([{ stream_id: 'in-time', version: 1 }]);
    expect(await rows('claims')).toEqual([]);
  });

  it('needs the expected version of every stream that it writes to', async () => {
    const careless = { ...toStream('a', 0), events: [newEvent('a'), newEvent('b')] };
    await expect(store.append(careless)).rejects.toThrow(TypeError);
    expect(await rows('streams')).toEqual([]);
  });
});

describe('many appends at once', () => {
  it('each succeed or change nothing', async () => {
    for (let index = 0; index < 10; index += 1) await store.append(toStream(`s${index}`, 0));
    // Even streams are expected where they are, odd ones are not, and new ones where none is.
    const appends = Array.from({ length: 30 }, (_, index) =>
      toStream(`s${index}`, index < 10 ? 1 + (index % 2) : (index % 2) * 5),
    );
    const outcomes = await Promise.all(appends.map((append) => store.append(append)));
    expect(outcomes.map((outcome) => outcome.appended)).toEqual(
      Array.from({ length: 30 }, (_, index) => index % 2 === 0),
    );
    const streams = (await rows('streams')) as { stream_id: string; version: number }[];
    const expected = Array.from({ length: 30 }, (_, index) => ({
      stream_id: `s${index}`,
      version: (index < 10 ? 1 : 0) + (index % 2 === 0 ? 1 : 0),
    })).filter(({ version }) => version > 0);
    expect(new Map(streams.map((row) => [row.stream_id, row.version]))).toEqual(
      new Map(expected.map((row) => [row.stream_id, row.version])),
    );
    expect(await rows('events', 'stream_id, version')).toHaveLength(
      expected.reduce((sum, { version }) => sum + version, 0),
    );
  });

  it('fail alone where their own data is at fault', async () => {
    const companion = { signature: null, reason: 'a\0b', reason_salt: 'salt' };
    const faulty: Append = { ...toStream('nul', 0), events: [newEvent('nul', {}, { companion })] };
    const twice = newEvent('twice');
    const doubled: Append = { ...toStream('twice', 0), events: [twice, twice] };
    const outcomes = await Promise.allSettled(
      [toStream('a', 0), faulty, toStream('b', 0), doubled, toStream('c', 9)].map((each) =>
        store.append(each),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await rows('streams', 'stream_id, version')).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'b', version: 1 },
    ]);
    expect(await rows('companions')).toEqual([]);
  });

  it('racing for one stream have one winner for each version, in the order of commits', async () => {
    const others = Array.from({ length: 8 }, () => new EventStore(database.pool, schema));
    const write = async (own: EventStore, count: number): Promise<void> => {
      for (let done = 0; done < count;) {
        const { version } = await own.read('race');
        if ((await own.append(toStream('race', version))).appended) done += 1;
      }
    };
    await Promise.all(others.map((own) => write(own, 15)));
    const { rows: events } = await database.pool.query<{ version: number }>(
      `SELECT version FROM ${schema}.events ORDER BY tx, pos`,
    );
    expect(events.map(({ version }) => version)).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
  });
});
