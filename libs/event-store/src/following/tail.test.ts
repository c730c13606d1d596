import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { EventLog } from '../log/event-log.js';
import { EventStore } from '../log/event-store.js';
import { BEGINNING } from '../log/position.js';
import { ownedLogSql } from '../log/schema.sql.js';
import { appendBy } from '../testing/append-by.js';
import { newEvent } from '../testing/new-event.js';
import { LogFollower } from './log-follower.js';
import { subscribe } from './subscription.js';

const FAST = 14;
const SLOW = 6;
const STREAMS = 5;
const APPENDS = 60;

interface Seen {
  event_id: string;
  stream_id: string;
  version: number;
}

let database: EmbeddedDatabase;
let schema: string;
let log: EventLog;
let writing = true;
/** What a tail with the query `pos > $1` sees. */
const naive = { at: 0, seen: [] as Seen[] };
const followed: Seen[] = [];
let durable: Seen[];
let written: Seen[];

beforeAll(async () => {
  database = await startEmbeddedDatabase(60);
  schema = await database.freshSchema();
  const own = ownedLogSql(schema);
  own.push(`CREATE TABLE ${schema}.seen (seq serial, event_id text, stream_id text, version integer)`);
  for (const statement of own) await database.pool.query(statement);
  log = new EventLog(database.pool, schema);
  await runStorm();
});
afterAll(() => database.stop());

async function tailNaively(): Promise<void> {
  while (writing) {
    const { rows } = await database.pool.query<Seen & { pos: string }>(
      `SELECT pos, event_id, stream_id, version FROM ${schema}.events WHERE pos > $1 ORDER BY pos`,
      [naive.at],
    );
    naive.seen.push(...rows);
    naive.at = Math.max(naive.at, ...rows.map(({ pos }) => Number(pos)));
  }
}

/** Appends to a few streams in competition with others. */
async function writeFast(store: EventStore, writer: number): Promise<void> {
  for (let done = 0; done < APPENDS;) {
    const stream_id = `shared-${(writer + done) % STREAMS}`;
    const { version } = await store.read(stream_id);
    const events = Array.from({ length: 1 + (done % 3) }, () => newEvent(stream_id));
    const outcome = await store.append({ streams: [{ stream_id, expected: version }], events, claims: [] });
    if (outcome.appended) done += 1;
  }
}

/** Commits only when every tail has read on: its positions appear behind ones that were seen. */
async function writeLate(writer: number, others: { finished: boolean }): Promise<void> {
  for (let expected = 0; expected === 0 || !others.finished; expected += 2) {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await appendBy(client, schema, `late-${writer}`, { expected, count: 2 });
    const before = naive.at;
    await eventually(() => naive.at > before + 40 || others.finished, { timeout: 60_000, interval: 2 });
    await client.query('COMMIT');
    client.release();
  }
}

async function runStorm(): Promise<void> {
  const follower = new LogFollower(
    log,
    {
      position: () => Promise.resolve(BEGINNING),
      apply: async (events) => void followed.push(...events),
    },
    { batchSize: 7, pollMin: 1, pollMax: 5 },
  );
  const consumer = subscribe(
    database.pool,
    log,
    {
      name: 'durable',
      schema,
      repeatable: true,
      async apply(client, events) {
        const insert = `INSERT INTO ${schema}.seen (event_id, stream_id, version)
          SELECT * FROM json_to_recordset($1) AS e(event_id text, stream_id text, version integer)`;
        await client.query(insert, [JSON.stringify(events)]);
      },
    },
    { batchSize: 11, pollMin: 1, pollMax: 5 },
  );
  follower.start();
  consumer.start();
  const naiveTail = tailNaively();
  const others = { finished: false };
  const late = Array.from({ length: SLOW }, (_, writer) => writeLate(writer, others));
  const fast = Array.from({ length: FAST }, (_, writer) =>
    writeFast(new EventStore(database.pool, schema), writer),
  );
  await Promise.all(fast);
  others.finished = true;
  await Promise.all(late);
  const end = await log.nextTransaction();
  const caughtUp = await Promise.all([follower.passed(end, 30_000), consumer.passed(end, 30_000)]);
  writing = false;
  await naiveTail;
  await Promise.all([follower.stop(), consumer.stop()]);
  expect(caughtUp).toEqual([true, true]);
  durable = (await database.pool.query<Seen>(`SELECT * FROM ${schema}.seen ORDER BY seq`)).rows;
  written = (await database.pool.query<Seen>(`SELECT * FROM ${schema}.events`)).rows;
}

function ids(seen: readonly Seen[]): string[] {
  return seen.map((event) => event.event_id).sort();
}

/** Versions of each stream in the order in which they were seen. */
function versions(seen: readonly Seen[]): Record<string, number[]> {
  const streams: Record<string, number[]> = {};
  for (const { stream_id, version } of seen) (streams[stream_id] ??= []).push(version);
  return streams;
}

describe('tails of a log with twenty writers, six of which commit late', () => {
  it('have enough events to see', () => {
    expect(written.length).toBeGreaterThan(FAST * APPENDS);
    expect(Object.keys(versions(written))).toHaveLength(STREAMS + SLOW);
  });

  it.each([
    ['a follower in memory', () => followed],
    ['a subscription with its effect in tables', () => durable],
  ])('see every event once and each stream in order: %s', (_, seen) => {
    expect(ids(seen())).toEqual(ids(written));
    for (const [, order] of Object.entries(versions(seen()))) {
      expect(order).toEqual(Array.from({ length: order.length }, (_, index) => index + 1));
    }
  });

  it('would lose events if they queried for higher positions only', () => {
    const lost = written.length - new Set(ids(naive.seen)).size;
    expect(lost).toBeGreaterThan(0);
  });
});
