import { randomUUID } from 'node:crypto';
import { beforeEach } from '@jest/globals';
import { EventLog, EventStore, consumerTablesSql, eventLogSql, type NewEvent } from '@service/event-store';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool, PoolClient } from 'pg';

/** A log and, in the same schema, the tables of its followers. */
export interface FreshLog {
  database: EmbeddedDatabase;
  schema: string;
  store: EventStore;
  log: EventLog;
}

/** Starts a database for the tests of a file, and creates an empty log for each test. */
export function freshLogForEachTest(): FreshLog {
  const fresh = { database: databaseOfFile(() => startEmbeddedDatabase(60)) } as FreshLog;
  beforeEach(async () => {
    const { pool } = fresh.database;
    fresh.schema = await fresh.database.freshSchema();
    const own = [...eventLogSql(fresh.schema), ...consumerTablesSql(fresh.schema)];
    for (const statement of own) await pool.query(statement);
    fresh.store = new EventStore(pool, fresh.schema);
    fresh.log = new EventLog(pool, fresh.schema);
  });
  return fresh;
}

function newEvent(stream_id: string): NewEvent {
  const content = { type: 'thing.changed', schema_version: 1, element: null, data: {}, companion: null };
  return { ...content, stream_id, event_id: `evt_${randomUUID()}` };
}

/** Appends events to a stream with an expected version. */
export async function append(
  store: EventStore,
  stream_id: string,
  expected: number,
  count = 1,
): Promise<void> {
  const events = Array.from({ length: count }, () => newEvent(stream_id));
  const result = await store.append({ streams: [{ stream_id, expected }], events, claims: [] });
  if (!result.appended) throw new Error(`${stream_id} is not at ${expected}.`);
}

/** Appends to a new stream in a transaction that the caller commits. */
export async function appendBy(client: PoolClient, schema: string, stream_id: string): Promise<void> {
  await append(new EventStore(client as unknown as Pool, schema), stream_id, 0);
}
