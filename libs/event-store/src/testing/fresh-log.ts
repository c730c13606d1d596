import { beforeEach } from '@jest/globals';
import type { EmbeddedDatabase } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { EventStore } from '../log/event-store.js';
import type { Append } from '../log/events.js';
import { consumersMigration, ownedLogSql } from '../log/schema.sql.js';
import { newEvent } from './new-event.js';

/** An empty log for a test. */
export interface FreshLog {
  database: EmbeddedDatabase;
  schema: string;
  store: EventStore;
}

/** Starts a database for the tests of a file, and creates an empty log for each test. */
export function freshLogForEachTest(): FreshLog {
  const log = { database: databaseOfFile() } as FreshLog;
  beforeEach(async () => {
    log.schema = await log.database.freshSchema();
    await log.database.pool.query(
      [...ownedLogSql(log.schema), consumersMigration(log.schema).text()].join(';'),
    );
    log.store = new EventStore(log.database.pool, log.schema);
  });
  return log;
}

/** Appends one event to a stream with an expected version. */
export function toStream(streamId: string, expected: number, data: object = {}): Append {
  return { streams: [{ stream_id: streamId, expected }], events: [newEvent(streamId, data)], claims: [] };
}

/** All rows of one of the log's tables, sorted. */
export async function rowsOf(
  { database, schema }: FreshLog,
  table: string,
  columns = '*',
): Promise<unknown[]> {
  return (await database.pool.query(`SELECT ${columns} FROM ${schema}.${table} ORDER BY 1, 2`)).rows;
}

/** The streams of a log with their versions. */
export async function streamsOf({
  database,
  schema,
}: Pick<FreshLog, 'database' | 'schema'>): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT stream_id, max(version) AS version FROM ${schema}.events GROUP BY stream_id ORDER BY stream_id`,
  );
  return rows;
}
