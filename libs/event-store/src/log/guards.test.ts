import { beforeAll, describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { inTransaction } from '../following/transaction.js';
import { appendBy } from '../testing/append-by.js';
import { SIGNATURE, newEvent } from '../testing/new-event.js';
import { EventStore } from './event-store.js';
import { eventLogSql } from './schema.sql.js';

const database = databaseOfFile();
let schema: string;
let store: EventStore;

beforeAll(async () => {
  schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  store = new EventStore(database.pool, schema);
  await store.append({
    streams: [{ stream_id: 'a', expected: 0 }],
    events: [
      newEvent('a', { kept: true }, { companion: { signature: null, reason: 'why', reason_salt: 's' } }),
    ],
    claims: [],
  });
});

describe('an event', () => {
  it.each([
    ['changed', 'UPDATE events SET type = type'],
    ['deleted', 'DELETE FROM events'],
    ['truncated', 'TRUNCATE events'],
    ['changed by nobody’s row', 'UPDATE events SET type = type WHERE false'],
  ])('cannot be %s, even by the owner of the table', async (_, statement) => {
    const change = database.pool.query(statement.replace('events', `${schema}.events`));
    await expect(change).rejects.toMatchObject({ code: '42501', message: 'events are append-only' });
    expect((await store.read('a')).events).toMatchObject([{ type: 'thing.changed', data: { kept: true } }]);
  });

  it('is read as it was written, with its companion, and without it once the companion is erased', async () => {
    const [event] = (await store.read('a')).events;
    expect(event?.companion).toEqual({ signature: null, reason: 'why', reason_salt: 's' });
    await database.pool.query(`DELETE FROM ${schema}.companions`);
    const [erased] = (await store.read('a')).events;
    expect(erased).toEqual({ ...event, companion: null });
  });

  it('has its signature in its row, and a row beside it for a reason alone', async () => {
    const companion = { signature: SIGNATURE, reason: null, reason_salt: null };
    const events = [newEvent('signed', {}, { companion }), newEvent('signed')];
    await store.append({ streams: [{ stream_id: 'signed', expected: 0 }], events, claims: [] });
    expect((await store.read('signed')).events.map((event) => event.companion)).toEqual([companion, null]);
    const { rows } = await database.pool.query(
      `SELECT length(e.signature), c.event_id FROM ${schema}.events AS e
       LEFT JOIN ${schema}.companions AS c USING (event_id) WHERE stream_id = 'signed' ORDER BY version`,
    );
    expect(rows).toEqual([
      { length: 96, event_id: null },
      { length: null, event_id: null },
    ]);
  });

  it('is refused with a signature by a key whose id is no thumbprint', async () => {
    const companion = { signature: { ...SIGNATURE, key_id: 'key' }, reason: null, reason_salt: null };
    const append = store.append({
      streams: [{ stream_id: 'b', expected: 0 }],
      events: [newEvent('b', {}, { companion })],
      claims: [],
    });
    await expect(append).rejects.toThrow(TypeError);
  });

  it('carries an element or data, never both or neither', async () => {
    const both = { element: '{}', data: {} } as object;
    const neither = { element: null, data: null } as object;
    for (const body of [both, neither]) {
      const event = newEvent('b', {}, body);
      const append = store.append({
        streams: [{ stream_id: 'b', expected: 0 }],
        events: [event],
        claims: [],
      });
      await expect(append).rejects.toMatchObject({ code: '23514' });
    }
  });
});

describe('the append function', () => {
  it('refuses a transaction that has written already, whose id is older than its versions', async () => {
    const append = inTransaction(database.pool, 'BEGIN', async (client) => {
      await client.query(`INSERT INTO ${schema}.claims VALUES ('before', 'a')`);
      await appendBy(client, schema, 'b');
    });
    await expect(append).rejects.toMatchObject({ code: '55000' });
  });

  it('refuses a transaction that has locked a row, which takes an id too', async () => {
    const append = inTransaction(database.pool, 'BEGIN', async (client) => {
      await client.query(`SELECT FROM ${schema}.events FOR SHARE`);
      await appendBy(client, schema, 'b');
    });
    await expect(append).rejects.toMatchObject({ code: '55000' });
  });

  it('accepts a transaction that has only read', async () => {
    await inTransaction(database.pool, 'BEGIN', async (client) => {
      await client.query(`SELECT FROM ${schema}.events`);
      await appendBy(client, schema, 'b');
    });
    expect((await store.read('b')).version).toBe(1);
  });
});

describe('a listener to appends', () => {
  it('is called after each commit, until it is removed', async () => {
    const versions: number[] = [];
    const transactions: string[] = [];
    const ask = async (): Promise<void> =>
      void versions.push((await new EventStore(database.pool, schema).read('c')).version);
    let notified = Promise.resolve();
    const leave = store.onAppended((transaction) => {
      transactions.push(`${transaction}`);
      notified = ask();
    });
    const next = (expected: number) =>
      store.append({ streams: [{ stream_id: 'c', expected }], events: [newEvent('c')], claims: [] });
    await next(0);
    await notified;
    leave();
    await next(1);
    await notified;
    expect(versions).toEqual([1]);
    const { events } = await store.read('c');
    expect(transactions).toEqual([events[0]?.position.tx]);
  });
});
