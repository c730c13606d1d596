import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { Client } from 'pg';
import { appendBy } from '../testing/append-by.js';
import { EventLog } from './event-log.js';
import { BEGINNING } from './position.js';
import { eventLogSql } from './schema.sql.js';

const WRITER = `writer_${randomBytes(4).toString('hex')}`;
const STRANGER = `stranger_${randomBytes(4).toString('hex')}`;
let database: EmbeddedDatabase;
let schema: string;
let log: EventLog;
let clients: Client[];

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  for (const role of [WRITER, STRANGER])
    await database.pool.query(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'test'`);
});
afterAll(async () => {
  for (const role of [WRITER, STRANGER])
    await database.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.stop();
});
beforeEach(async () => {
  clients = [];
  schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  await database.pool.query(
    `REVOKE INSERT ON ${schema}.events FROM CURRENT_USER; GRANT INSERT ON ${schema}.events TO ${WRITER}`,
  );
  log = new EventLog(database.pool, schema);
});
afterEach(() => Promise.all(clients.map((client) => client.end())));

async function connect(role: string, name?: string): Promise<Client> {
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: 'test' });
  if (name !== undefined) url.pathname = `/${name}`;
  const client = new Client({ connectionString: url.href });
  clients.push(client);
  await client.connect();
  return client;
}

/** A transaction that has an id, until its connection ends. */
async function holdId(role: string, name?: string): Promise<Client> {
  const client = await connect(role, name);
  await client.query('BEGIN; SELECT pg_current_xact_id()');
  return client;
}

async function append(streamId: string): Promise<void> {
  await appendBy(await connect(WRITER), schema, streamId);
}

const streams = async (closely = true) =>
  (await log.readAll(BEGINNING, 100, closely)).events.map(({ stream_id }) => stream_id);

describe('a log', () => {
  it('is read past a transaction of a role that cannot append', async () => {
    await holdId(STRANGER);
    await append('a');
    expect(await streams(false)).toEqual([]);
    expect(await streams()).toEqual(['a']);
  });

  it('is read past a transaction in another database, also of a writer', async () => {
    await holdId(WRITER, 'postgres');
    await append('a');
    expect(await streams()).toEqual(['a']);
  });

  it.each([
    ['a writer', () => WRITER],
    ['a writer who has taken on another role', () => STRANGER],
  ])('is read up to a transaction that was prepared by %s after it had appended', async (_, role) => {
    const holder = await connect(WRITER);
    await holder.query('BEGIN');
    await appendBy(holder, schema, 'prepared');
    await append('a');
    await holder.query(`SET ROLE ${role()}; PREPARE TRANSACTION '${schema}'`);
    expect(await streams()).toEqual([]);
    await holder.query(`COMMIT PREPARED '${schema}'`);
    expect(await streams()).toEqual(['prepared', 'a']);
  });

  it.each([
    ['a stranger', () => STRANGER],
    ['a writer', () => WRITER],
  ])('is read past a transaction that was prepared by %s and wrote elsewhere', async (_, role) => {
    const elsewhere = await database.freshSchema();
    const holder = await holdId(role());
    await append('a');
    await holder.query(
      `CREATE TABLE ${elsewhere}.t (); SELECT FROM ${schema}.events; PREPARE TRANSACTION '${schema}'`,
    );
    expect(await streams()).toEqual(['a']);
    await holder.query(`ROLLBACK PREPARED '${schema}'`);
  });

  it('is read up to a transaction that is being prepared, and has taken over only some locks of its session', async () => {
    const holder = await connect(WRITER);
    await holder.query('BEGIN');
    await appendBy(holder, schema, 'prepared');
    await append('a');
    await holder.query(`PREPARE TRANSACTION '${schema}'`);
    await database.pool.query(`CREATE SCHEMA meanwhile; CREATE VIEW meanwhile.pg_locks AS
      SELECT transactionid, virtualtransaction, database, relation, mode,
        CASE WHEN transactionid IS NULL THEN coalesce(pid, 1) END AS pid FROM pg_catalog.pg_locks`);
    const meanwhile = database.openPool(1, 'meanwhile');
    await meanwhile.query('SET search_path = meanwhile, pg_catalog');
    expect((await new EventLog(meanwhile, schema).readAll(BEGINNING, 100)).events).toEqual([]);
    await holder.query(`COMMIT PREPARED '${schema}'`);
  });

  it('is read up to the oldest transaction of a writer', async () => {
    const holder = await holdId(WRITER);
    await append('a');
    expect(await streams()).toEqual([]);
    await holder.query('COMMIT');
    expect(await streams()).toEqual(['a']);
  });

  it('is read as if every role could append where there is no such table', async () => {
    await holdId(STRANGER);
    await append('a');
    await database.pool
      .query(`CREATE SCHEMA other_published; CREATE VIEW other_published.events AS SELECT * FROM ${schema}.events;
      CREATE VIEW other_published.companions AS SELECT * FROM ${schema}.companions`);
    expect((await new EventLog(database.pool, 'other_published').readAll(BEGINNING, 100)).events).toEqual([]);
  });

  it('takes no event from anybody but its writers, not even from a superuser or its owner', async () => {
    const appended = appendBy(await connect(STRANGER), schema, 'a');
    await expect(appended).rejects.toMatchObject({ code: '42501' });
  });

  it('misses nothing and keeps the order, whatever else the server does meanwhile', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, () => connect(WRITER)));
    const others = await Promise.all([connect(STRANGER), connect(STRANGER), connect(WRITER, 'postgres')]);
    let writing = true;
    const noise = others.map(async (client) => {
      while (writing) await client.query('BEGIN; SELECT pg_current_xact_id(), pg_sleep(0.02); COMMIT');
    });
    const seen: string[] = [];
    let at = BEGINNING;
    const read = async (): Promise<void> => {
      const { events } = await log.readAll(at, 1_000);
      seen.push(...events.map(({ stream_id }) => stream_id));
      at = events.at(-1)?.position ?? at;
    };
    const writes = Promise.all(
      writers.map(async (client, index) => {
        for (let each = 0; each < 60; each += 1) {
          await client.query('BEGIN');
          await appendBy(client, schema, `${index}/${each}`);
          const name = `'${schema}/${index}/${each}'`;
          const prepared = `PREPARE TRANSACTION ${name}; COMMIT PREPARED ${name}`;
          for (const end of (['ROLLBACK', prepared][each % 7] ?? 'COMMIT').split('; '))
            await client.query(end);
        }
      }),
    ).finally(() => (writing = false));
    while (writing) await read();
    await Promise.all([writes, ...noise]);
    await eventually(async () => {
      await read();
      const { rows } = await database.pool.query<{ stream_id: string }>(
        `SELECT stream_id FROM ${schema}.events ORDER BY tx, pos`,
      );
      expect(seen).toEqual(rows.map(({ stream_id }) => stream_id));
    });
  }, 30_000);
});
