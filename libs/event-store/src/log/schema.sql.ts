import { publishedSchema } from '@service/platform/boundaries';
import { idempotencyTableSql } from '../idempotency/idempotency-table.sql.js';
import { appendFunctionSql } from './append.sql.js';
import { writersOnlySql } from './horizon.sql.js';
import { endsIndexSql } from './recent-ends.sql.js';

/** The tables of an event log that other apps may read. */
export const PUBLISHED_TABLES = ['events', 'companions'] as const;

/**
 * Tables and functions of one event log.
 *
 * The log is read in the order (tx, pos), below the oldest transaction only that may still append. That is commit order,
 * since the transaction of a version gets its id after the version before is committed; the guard at the top of `append`
 * ensures it.
 * @param asserts the apps whose published streams its appends may assert.
 */
export function eventLogSql(schema: string, asserts: readonly string[] = []): string[] {
  return [
    tables(schema),
    endsIndexSql(schema),
    ...idempotencyTableSql(schema),
    immutability(schema),
    writersOnlySql(schema, 'events'),
    appendFunctionSql(schema, asserts),
    published(schema),
  ];
}

const tables = (schema: string) => `
CREATE TABLE ${schema}.events (
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pos bigint GENERATED ALWAYS AS IDENTITY,
  stream_id text NOT NULL,
  version integer NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  schema_version smallint NOT NULL,
  element text,
  data jsonb,
  signature bytea,
  traceparent text,
  mac text,
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);
CREATE INDEX events_in_commit_order ON ${schema}.events (tx, pos);
CREATE TABLE ${schema}.companions (
  event_id text PRIMARY KEY,
  reason text,
  reason_salt text
);
CREATE TABLE ${schema}.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);`;

const immutability = (schema: string) => `
CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${schema}.events
  FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ${schema}.events FROM PUBLIC;`;

const published = (schema: string) => `
CREATE SCHEMA ${publishedSchema(schema)};
${PUBLISHED_TABLES.map((table) => `CREATE VIEW ${publishedSchema(schema)}.${table} AS SELECT * FROM ${schema}.${table};`).join('\n')}`;
