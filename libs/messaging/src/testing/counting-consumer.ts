import type { EventLog, RecordedEvent } from '@service/event-store';
import type { Pool } from 'pg';
import type { SharedConsumer } from '../events/event-feed.js';
import { SharedTables } from '../kafka/feed/shared-tables.js';

/** Table of the applied events, in the order in which the consumer applied them. */
export const appliedSql = (schema: string): string =>
  `CREATE TABLE ${schema}.applied (seq serial, stream_id text, version integer, epoch integer)`;

export interface Replica {
  tables: SharedTables;
  consumer: SharedConsumer;
  /** Events that `applied` was called with, as `stream/version`. */
  reported: string[];
}

const named = ({ stream_id, version }: RecordedEvent): string => `${stream_id}/${version}`;

/** A replica of an app, with an effect in which a repetition shows. */
export function replica(pool: Pool, log: EventLog, changes: Partial<SharedConsumer> = {}): Replica {
  const reported: string[] = [];
  const consumer: SharedConsumer = {
    name: 'consumer',
    schema: log.schema,
    repeatable: true,
    async apply(client, events) {
      await client.query(
        `INSERT INTO ${log.schema}.applied (stream_id, version, epoch)
         SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[])`,
        [
          events.map((event) => event.stream_id),
          events.map((event) => event.version),
          events.map((event) => event.position.epoch),
        ],
      );
    },
    applied: (events) => void reported.push(...events.map(named)),
    ...changes,
  };
  return { tables: new SharedTables(pool, log, consumer), consumer, reported };
}

/** All applied events, in order, as `stream/version`. */
export async function applied(pool: Pool, schema: string): Promise<string[]> {
  const { rows } = await pool.query<RecordedEvent>(`SELECT * FROM ${schema}.applied ORDER BY seq`);
  return rows.map(named);
}
