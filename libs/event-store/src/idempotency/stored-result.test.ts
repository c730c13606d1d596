import { describe, expect, it } from '@jest/globals';
import { freshLogForEachTest, rowsOf, streamsOf } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { EventStore } from '../log/event-store.js';
import type { Append } from '../log/events.js';
import { deleteExpiredResults } from './delete-expired-results.js';
import type { StoredResult } from './stored-result.js';

const log = freshLogForEachTest();

const inMilliseconds = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const result = (key: string, command_id: string, changes: Partial<StoredResult> = {}): StoredResult => ({
  key,
  command_id,
  body_digest: null,
  reply: { from: command_id },
  refusal: null,
  expires_at: inMilliseconds(60_000),
  ...changes,
});

/** Begins a stream, claims a name, and stores a result. */
const storing = (stream_id: string, stored: StoredResult): Append => ({
  streams: [{ stream_id, expected: 0 }],
  events: [newEvent(stream_id)],
  claims: [{ name: `name of ${stream_id}`, owner: stream_id }],
  result: stored,
});

describe('the result of a command', () => {
  it('is stored with the events of the command', async () => {
    const stored = result('k', 'c1', { body_digest: 'd' });
    expect(await log.store.append(storing('a', stored))).toEqual({ appended: true });
    const [row] = await rowsOf(log, 'idempotency_keys');
    expect(row).toEqual({ ...stored, expires_at: new Date(stored.expires_at), mac: null });
  });

  it('is not stored where the append is refused', async () => {
    await log.store.append(storing('a', result('k', 'c1')));
    const taken: Append = {
      ...storing('b', result('l', 'c2')),
      claims: [{ name: 'name of a', owner: 'b' }],
    };
    expect(await log.store.append(taken)).toMatchObject({ conflict: { kind: 'claim' } });
    expect(await log.store.append(storing('a', result('m', 'c3')))).toMatchObject({
      conflict: { kind: 'version' },
    });
    expect(await rowsOf(log, 'idempotency_keys', 'key, command_id')).toEqual([
      { key: 'k', command_id: 'c1' },
    ]);
  });

  it('refuses the whole append where its key has a result already, and nothing is written', async () => {
    const first = result('k', 'c1');
    await log.store.append(storing('a', first));
    const results = await Promise.all([
      log.store.append(storing('b', result('k', 'c2'))),
      log.store.append(storing('c', result('l', 'c3'))),
    ]);
    expect(results).toMatchObject([
      { appended: false, conflict: { kind: 'idempotency_key', stored: { key: 'k', reply: { from: 'c1' } } } },
      { appended: true },
    ]);
    expect(await streamsOf(log)).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'c', version: 1 },
    ]);
    expect(await rowsOf(log, 'events', 'stream_id, version')).toHaveLength(2);
    expect(await rowsOf(log, 'claims', 'owner, name')).toEqual([
      { owner: 'a', name: 'name of a' },
      { owner: 'c', name: 'name of c' },
    ]);
  });

  it('can be stored without events', async () => {
    const alone = (command_id: string): Append => ({
      streams: [],
      events: [],
      claims: [],
      result: result('k', command_id),
    });
    expect(await log.store.append(alone('c1'))).toEqual({ appended: true });
    expect(await log.store.append(alone('c2'))).toMatchObject({
      conflict: { stored: { command_id: 'c1' } },
    });
    expect(await log.store.append({ ...alone('c3'), deadline: Date.now() })).toMatchObject({
      conflict: 'deadline',
    });
  });

  it('is stored by one of many concurrent appends in many processes, and only that one writes', async () => {
    const stores = Array.from({ length: 12 }, () => new EventStore(log.database.pool, log.schema));
    for (let round = 0; round < 10; round += 1) {
      const key = `k${round}`;
      const results = await Promise.all(
        stores.map((store, index) => store.append(storing(`s${round}-${index}`, result(key, `c${index}`)))),
      );
      const winner = results.findIndex(({ appended }) => appended);
      const stored = expect.objectContaining({ reply: { from: `c${winner}` } });
      const lost = { appended: false, conflict: { kind: 'idempotency_key', stored } };
      expect(results).toEqual(stores.map((_, index) => (index === winner ? { appended: true } : lost)));
    }
    for (const table of ['events', 'claims', 'idempotency_keys']) {
      expect(await rowsOf(log, table, '1 AS one, 1 AS two')).toHaveLength(10);
    }
  });

  it('is stored by one of two concurrent appends in one process', async () => {
    const results = await Promise.all([
      log.store.append(storing('a', result('k', 'c1'))),
      log.store.append(storing('b', result('k', 'c2'))),
    ]);
    expect(results.filter(({ appended }) => appended)).toHaveLength(1);
  });
});

describe('an expired result', () => {
  const expired = { expires_at: inMilliseconds(-1) };

  it('frees its key', async () => {
    await log.store.append(storing('a', result('k', 'c1', expired)));
    expect(await log.store.append(storing('b', result('k', 'c2')))).toEqual({ appended: true });
    expect(await rowsOf(log, 'idempotency_keys', 'key, command_id')).toEqual([
      { key: 'k', command_id: 'c2' },
    ]);
  });

  it('is deleted, batch by batch; others are not', async () => {
    await log.database.pool.query(
      `INSERT INTO ${log.schema}.idempotency_keys (key, command_id, reply, expires_at)
       SELECT n, 'c', '{}', now() + (n - 2500) * interval '1 minute' FROM generate_series(1, 2502) AS n`,
    );
    expect(await deleteExpiredResults(log.database.pool, log.schema)).toBe(2500);
    expect(await rowsOf(log, 'idempotency_keys', 'key, command_id')).toHaveLength(2);
    expect(await deleteExpiredResults(log.database.pool, log.schema)).toBe(0);
  });
});
