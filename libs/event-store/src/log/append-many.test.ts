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
