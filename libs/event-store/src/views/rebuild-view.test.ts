import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { subscribe } from '../following/subscription.js';
import type { LogFollower } from '../following/log-follower.js';
import { EventLog } from '../log/event-log.js';
import { EventStore } from '../log/event-store.js';
import { eventLogSql } from '../log/schema.sql.js';
import { newEvent } from '../testing/new-event.js';
import { rebuildView } from './rebuild-view.js';
import { createViewSql, type View } from './view.js';

const STREAMS = 20;
let database: EmbeddedDatabase;
let schema: string;
let store: EventStore;
let log: EventLog;
let view: View;
let live: LogFollower;
const moved = jest.fn();

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  schema = await database.freshSchema();
  view = streamsView(`${schema}_view`);
  for (const statement of [...eventLogSql(schema), ...createViewSql(view)])
    await database.pool.query(statement);
  store = new EventStore(database.pool, schema);
  log = new EventLog(database.pool, schema);
  const { pool } = database;
  live = subscribe(
    pool,
    log,
    {
      name: view.name,
      schema: view.schema,
      repeatable: true,
      apply: (client, events) => view.apply(client, view.schema, events),
      moved,
    },
    { pollMin: 1, pollMax: 5, batchSize: 50 },
  );
  live.start();
});
afterAll(async () => {
  await live.stop();
  await database.stop();
});

/** Counts the events of each stream in an order in which a repetition shows. */
function streamsView(name: string): View {
  return {
    name: 'streams',
    schema: name,
    log: 'log',
    createSql: (own) => [
      `CREATE TABLE ${own}.streams (id text PRIMARY KEY, version integer NOT NULL, applied integer NOT NULL)`,
    ],
    async apply(client, own, events) {
      await client.query(
        `INSERT INTO ${own}.streams AS s
         SELECT e.stream_id, max(e.version), count(*)
         FROM json_to_recordset($1) AS e(stream_id text, version integer)
         LEFT JOIN ${own}.streams AS known ON known.id = e.stream_id
         WHERE e.version > coalesce(known.version, 0)
         GROUP BY e.stream_id
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, applied = s.applied + excluded.applied`,
        [JSON.stringify(events)],
      );
    },
  };
}

async function writeWhile(writing: () => boolean, writer: number): Promise<void> {
  const versions = new Map<string, number>();
  for (let round = 0; writing() || round < 100; round += 1) {
    const stream_id = `s${writer}-${round % STREAMS}`;
    const expected = versions.get(stream_id) ?? 0;
    await store.append({ streams: [{ stream_id, expected }], events: [newEvent(stream_id)], claims: [] });
    versions.set(stream_id, expected + 1);
  }
}

/** Reads the live view all the time by a prepared statement, and checks that its counts never fall. */
async function readWhile(reading: () => boolean): Promise<number> {
  const shown = new Map<string, number>();
  const client = await database.pool.connect();
  let reads = 0;
  try {
    for (; reading(); reads += 1) {
      const { rows } = await client.query<{ id: string; version: number }>({
        name: 'read',
        text: `SELECT * FROM ${view.schema}.streams`,
      });
      const versions = new Map(rows.map((row) => [row.id, row.version]));
      for (const [id, version] of shown) {
        if ((versions.get(id) ?? 0) < version) throw new Error(`${id} went back behind ${version}.`);
      }
      for (const [id, version] of versions) shown.set(id, version);
    }
  } finally {
    client.release();
  }
  return reads;
}

async function expectViewEqualsLog(): Promise<void> {
  const { rows } = await database.pool.query(
    `SELECT id, version, applied FROM ${view.schema}.streams ORDER BY id COLLATE "C"`,
  );
  const { rows: expected } = await database.pool.query(
    `SELECT stream_id AS id, max(version) AS version, count(*)::integer AS applied
     FROM ${schema}.events GROUP BY stream_id ORDER BY stream_id COLLATE "C"`,
  );
  expect(rows).toEqual(expected);
}

async function schemas(): Promise<string[]> {
  const { rows } = await database.pool.query<{ nspname: string }>(
    'SELECT nspname FROM pg_namespace WHERE nspname LIKE $1 ORDER BY 1',
    [`${view.schema}%`],
  );
  return rows.map((row) => row.nspname);
}

/** Rebuilds the view once it has some more pages, and so appends go on during each rebuild. */
async function rebuildAmidWrites(round: number): Promise<void> {
  const before = await eventually(
    async () => {
      const { rows } = await database.pool.query<{ events: string }>(
        `SELECT count(*) AS events FROM ${schema}.events`,
      );
      const events = Number(rows[0]?.events);
      expect(events).toBeGreaterThan(300 * (round + 1));
      return events;
    },
    { timeout: 30_000 },
  );
  const progress: number[] = [];
  const rebuilt = await rebuildView(database.pool, log, view, {
    progress: (events) => progress.push(events),
    page: 100,
  });
  expect(rebuilt.events).toBeGreaterThanOrEqual(before - 100);
  expect(progress.length).toBeGreaterThan(1);
  await eventually(() => live.age() < 1_000);
}

describe('rebuilding a view', () => {
  it('under writes disturbs no reader, loses nothing, and ends with the state of the log', async () => {
    const under = { way: true };
    const writers = [1, 2].map((writer) => writeWhile(() => under.way, writer));
    const readers = [1, 2].map(() => readWhile(() => under.way));
    try {
      for (let round = 0; round < 4; round += 1) await rebuildAmidWrites(round);
    } finally {
      under.way = false;
    }
    await Promise.all(writers);
    expect(Math.min(...(await Promise.all(readers)))).toBeGreaterThan(10);
    expect(await live.passed(await log.nextTransaction(), 10_000)).toBe(true);
    await expectViewEqualsLog();
    expect(await schemas()).toEqual([view.schema]);
  });

  it('repairs changes that were made in the view, and the live consumer continues with the new one', async () => {
    await database.pool.query(`DELETE FROM ${view.schema}.streams WHERE id LIKE 's1%'`);
    await database.pool.query(`UPDATE ${view.schema}.streams SET version = 9999 WHERE id = 's2-1'`);
    await rebuildView(database.pool, log, view);
    await expectViewEqualsLog();
    await store.append({
      streams: [{ stream_id: 'new', expected: 0 }],
      events: [newEvent('new')],
      claims: [],
    });
    await eventually(expectViewEqualsLog);
  });

  it('starts over after an interrupted rebuild', async () => {
    await database.pool.query(`CREATE SCHEMA ${view.schema}_next`);
    await database.pool.query(`CREATE TABLE ${view.schema}_next.streams (rubbish text)`);
    await rebuildView(database.pool, log, view);
    await expectViewEqualsLog();
    expect(await schemas()).toEqual([view.schema]);
  });

  it('removes the old tables that a crashed rebuild has left', async () => {
    await database.pool.query(`CREATE SCHEMA ${view.schema}_old`);
    await rebuildView(database.pool, log, view);
    await expectViewEqualsLog();
    expect(await schemas()).toEqual([view.schema]);
  });

  it('lets a reader of the old tables finish, and removes them then', async () => {
    const reader = await database.pool.connect();
    await reader.query('BEGIN');
    await reader.query(`SELECT FROM ${view.schema}.streams`);
    const rebuilt = rebuildView(database.pool, log, view);
    await eventually(async () => expect(await schemas()).toContain(`${view.schema}_old`));
    // Reads the old tables while they are dropped in another order: waiting for each other would be a deadlock.
    await reader.query(`SELECT FROM ${view.schema}_old.positions`);
    await reader.query('COMMIT');
    reader.release();
    await rebuilt;
    expect(await schemas()).toEqual([view.schema]);
  });

  it('that fails leaves the live view as it is', async () => {
    const broken: View = { ...view, apply: () => Promise.reject(new Error('cannot be applied')) };
    await expect(rebuildView(database.pool, log, broken)).rejects.toThrow('cannot be applied');
    await expectViewEqualsLog();
  });
});
