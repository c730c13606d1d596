import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { PoolClient } from 'pg';
import { appendBy } from '../testing/append-by.js';
import { freshLogForEachTest, rowsOf, streamsOf, toStream } from '../testing/fresh-log.js';
import { EventStore } from './event-store.js';
import type { Append, AssertedStream } from './events.js';
import { eventLogSql } from './schema.sql.js';

const log = freshLogForEachTest();

/** The log of another app, and a log whose appends assert its streams. */
let authorities: EventStore;
let records: EventStore;
let recordLog: string;

beforeEach(async () => {
  authorities = log.store;
  recordLog = await log.database.freshSchema();
  await log.database.pool.query(eventLogSql(recordLog, [log.schema]).join(';'));
  records = new EventStore(log.database.pool, recordLog);
});

const restingOn = (append: Append, ...asserted: AssertedStream[]): Append => ({ ...append, asserted });
const authority = (stream_id: string, expected: number): AssertedStream => ({
  log: log.schema,
  stream_id,
  expected,
});
const conflictOn = (stream_id: string, actual: number) => ({
  appended: false,
  conflict: { kind: 'version', stream_id, actual },
});

/** Runs `work` beside a transaction of another connection, which commits once `work` waits for its locks. */
async function beside<Result>(
  schema: string,
  streamId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await log.database.pool.connect();
  try {
    await client.query('BEGIN');
    await appendBy(client, schema, streamId, { expected: 1 });
    const result = work();
    await eventually(() => expectWaiting(1));
    await client.query('COMMIT');
    return await result;
  } finally {
    client.release();
  }
}

async function expectWaiting(count: number): Promise<void> {
  const { rows } = await log.database.pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  expect(rows).toHaveLength(count);
}

describe('an append that asserts a stream', () => {
  it('of another app succeeds at that version alone, and names the version found', async () => {
    await authorities.append(toStream('aut', 0));
    expect(await records.append(restingOn(toStream('a', 0), authority('aut', 1)))).toEqual({
      appended: true,
    });
    await authorities.append(toStream('aut', 1));
    expect(await records.append(restingOn(toStream('b', 0), authority('aut', 1)))).toEqual(
      conflictOn('aut', 2),
    );
    expect(await records.append(restingOn(toStream('b', 0), authority('other', 1)))).toEqual(
      conflictOn('other', 0),
    );
    expect((await records.read('b')).version).toBe(0);
  });

  it('that does not exist makes none', async () => {
    const absent = { stream_id: 'absent', expected: 0 };
    expect(await records.append(restingOn(toStream('a', 0), absent))).toEqual({ appended: true });
    expect(await streamsOf({ ...log, schema: recordLog })).toEqual([{ stream_id: 'a', version: 1 }]);
  });

  it('waits for an append to it that is under way, and is then refused', async () => {
    await authorities.append(toStream('aut', 0));
    const resting = () => records.append(restingOn(toStream('a', 0), authority('aut', 1)));
    expect(await beside(log.schema, 'aut', resting)).toEqual(conflictOn('aut', 2));
    await records.append(toStream('successor', 0));
    const own = () => records.append(restingOn(toStream('a', 0), { stream_id: 'successor', expected: 1 }));
    expect(await beside(recordLog, 'successor', own)).toEqual(conflictOn('successor', 2));
    expect((await records.read('a')).version).toBe(0);
  });

  it('makes an append to that stream wait, but not another one that asserts it', async () => {
    await authorities.append(toStream('aut', 0));
    const client = await log.database.pool.connect();
    await client.query('BEGIN');
    await appendBy(client, recordLog, 'a', { asserted: [authority('aut', 1)] });
    expect(await records.append(restingOn(toStream('b', 0), authority('aut', 1)))).toEqual({
      appended: true,
    });
    const ending = authorities.append(toStream('aut', 1));
    await eventually(() => expectWaiting(1));
    await client.query('COMMIT');
    client.release();
    expect(await ending).toEqual({ appended: true });
    const txOf = async (schema: string, id: string) => {
      const { rows } = await log.database.pool.query<{ tx: string }>(
        `SELECT tx::text FROM ${schema}.events WHERE stream_id = '${id}' ORDER BY version DESC`,
      );
      return BigInt(rows[0]?.tx ?? 0);
    };
    expect(await txOf(recordLog, 'a')).toBeLessThan(await txOf(log.schema, 'aut'));
  });

  it('refuses itself alone in a call of many', async () => {
    await authorities.append(toStream('aut', 0));
    await authorities.append(toStream('ended', 0));
    await authorities.append(toStream('ended', 1));
    await records.append(toStream('old', 0));
    const claims = (name: string) => ({ claims: [{ name, owner: name }] });
    const outcomes = await Promise.all([
      records.append(restingOn({ ...toStream('a', 0), ...claims('a') }, authority('aut', 1))),
      records.append(restingOn({ ...toStream('b', 0), ...claims('b') }, authority('ended', 1))),
      records.append(restingOn(toStream('old', 1), authority('ended', 1), authority('aut', 1))),
      records.append(restingOn(toStream('c', 0), authority('ended', 2), authority('aut', 1))),
    ]);
    expect(outcomes.map(({ appended }) => appended)).toEqual([true, false, false, true]);
    expect(await streamsOf({ ...log, schema: recordLog })).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'c', version: 1 },
      { stream_id: 'old', version: 1 },
    ]);
    expect(await rowsOf({ ...log, schema: recordLog }, 'claims')).toEqual([{ name: 'a', owner: 'a' }]);
  });

  it('is not in a call with an append to that stream', async () => {
    await records.append(toStream('successor', 0));
    const [supersession, end] = await Promise.all([
      records.append(restingOn(toStream('a', 0), { stream_id: 'successor', expected: 1 })),
      records.append(toStream('successor', 1)),
    ]);
    expect([supersession, end]).toEqual([{ appended: true }, { appended: true }]);
    const { rows } = await log.database.pool.query(
      `SELECT count(DISTINCT tx)::integer AS calls FROM ${recordLog}.events WHERE stream_id = 'a' OR version = 2`,
    );
    expect(rows).toEqual([{ calls: 2 }]);
  });

  it('cannot append to it', async () => {
    const both = restingOn(toStream('a', 1), { stream_id: 'a', expected: 1 });
    await expect(records.append(both)).rejects.toThrow(TypeError);
  });
});

describe('calls that assert and append the same streams crosswise', () => {
  it('never wait for each other', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `s${index}`);
    await Promise.all(ids.map((id) => records.append(toStream(id, 0))));
    const stores = [1, 2, 3, 4].map(() => new EventStore(log.database.pool, recordLog));
    const grow = async (store: EventStore, index: number): Promise<void> => {
      for (let round = 0; round < 10; round += 1) {
        const own = ids[(index + round) % ids.length] as string;
        const others = ids.filter((id) => id !== own).toReversed();
        const { version } = await store.read(own);
        const found = await Promise.all(others.map((id) => store.read(id)));
        const asserted = others.map((stream_id, at) => ({ stream_id, expected: found[at]?.version ?? 0 }));
        await store.append(restingOn(toStream(own, version), ...asserted));
      }
    };
    await Promise.all(stores.flatMap((store) => ids.map((_, index) => grow(store, index))));
  });
});

describe('a call', () => {
  it('locks at most 100 streams', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `s${index}`);
    await Promise.all(ids.map((id) => records.append(toStream(id, 0))));
    await Promise.all(ids.map((id) => records.append(toStream(id, 1))));
    const { rows } = await log.database.pool.query<{ streams: number }>(
      `SELECT count(*)::integer AS streams FROM ${recordLog}.events GROUP BY tx, version ORDER BY 1`,
    );
    expect(rows).toEqual([{ streams: 50 }, { streams: 100 }, { streams: 100 }, { streams: 250 }]);
  });

  it('that asserts takes no id before its first write', async () => {
    await authorities.append(toStream('aut', 0));
    const client = await log.database.pool.connect();
    await client.query('BEGIN');
    await expect(
      appendBy(client, recordLog, 'a', { asserted: [authority('aut', 7)], expected: 1 }),
    ).rejects.toThrow('conflicts');
    expect(await idOf(client)).toBeNull();
    await client.query('ROLLBACK');
    client.release();
  });

  it.each(['REPEATABLE READ', 'SERIALIZABLE'])('is refused under %s', async (level) => {
    const client = await log.database.pool.connect();
    await client.query(`BEGIN ISOLATION LEVEL ${level}`);
    await expect(appendBy(client, recordLog, 'a')).rejects.toMatchObject({ code: '55000' });
    await client.query('ROLLBACK');
    client.release();
  });
});

async function idOf(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>(
    'SELECT pg_current_xact_id_if_assigned()::text AS id',
  );
  return rows[0]?.id ?? null;
}

describe('of races between a decision and the end of what it rests on', () => {
  const RACES = 1_000;
  /** Raced at once, so that calls of many meet. */
  const AT_ONCE = 25;

  /** Appends that rest on streams at version 1, beside the end of each. */
  async function race(
    ending: EventStore,
    resting: EventStore,
    asserted: (id: string) => AssertedStream[],
    also: EventStore = resting,
  ): Promise<void> {
    const ids = Array.from({ length: RACES }, (_, index) => `s${index}`);
    for (let from = 0; from < RACES; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      await Promise.all(some.map((id) => ending.append(toStream(id, 0))));
      // The ends come in another order, and from another process than the decisions.
      await Promise.all([
        ...some.map((id, at) =>
          (at % 2 === 0 ? resting : also).append(restingOn(toStream(`on-${id}`, 0), ...asserted(id))),
        ),
        ...some.toReversed().map((id) => ending.append(toStream(id, 1))),
      ]);
    }
  }

  async function expectInOrder(endLog: string, restLog: string): Promise<void> {
    const { rows } = await log.database.pool.query<{ decided: number; behind: number }>(
      `SELECT count(*)::integer AS decided, (count(*) FILTER (WHERE decision.tx > ended.tx))::integer AS behind
       FROM ${restLog}.events AS decision
       JOIN ${endLog}.events AS ended ON decision.stream_id = 'on-' || ended.stream_id AND ended.version = 2`,
    );
    expect(rows).toMatchObject([{ behind: 0 }]);
    expect(rows[0]?.decided).toBeGreaterThan(0);
  }

  it('none is decided behind the end: a registration and its authority', async () => {
    await race(authorities, records, (id) => [authority(id, 1)]);
    await expectInOrder(log.schema, recordLog);
  });

  it('none is decided behind the end: a supersession and its successor', async () => {
    const other = new EventStore(log.database.pool, recordLog);
    await race(other, records, (id) => [{ stream_id: id, expected: 1 }]);
    await expectInOrder(recordLog, recordLog);
  });

  it('none is decided behind the end: a signature and its key, in both logs', async () => {
    const other = new EventStore(log.database.pool, log.schema);
    await race(authorities, records, (id) => [authority(id, 1)], other);
    await expectInOrder(log.schema, log.schema);
    await expectInOrder(log.schema, recordLog);
  });
});
