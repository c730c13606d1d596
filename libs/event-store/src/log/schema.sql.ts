import { publishedSchema } from '@service/platform/boundaries';
import type { SharedMigration } from '@service/platform/migrations';
import { sharedMigration } from './shared-migration.js';

/** The tables of an event log that other apps may read. */
export const PUBLISHED_TABLES = ['events', 'companions'] as const;

/**
 * Makes the tables and functions of one event log.
 * @param asserts the apps whose published streams its appends may assert.
 */
export function eventLogMigration(schema: string, asserts: readonly string[] = []): SharedMigration {
  const asserted = asserts.map(
    (log) => `
          WHEN '${log}' THEN (SELECT e.version FROM ${publishedSchema(log)}.events AS e WHERE e.stream_id = s.stream_id
            ORDER BY e.version DESC LIMIT 1)`,
  );
  return migration('1765100000000-event-log.sql', schema, { asserted: asserted.join('') });
}

/** Make the tables by which the processes of an app share the work on its log. */
export function processesMigrations(schema: string): SharedMigration[] {
  return [migration('1765105000000-processes.sql', schema), positionsMigration(schema)];
}

/** Make what an app that owns a log of elements has beside it. */
export function ownerMigrations(schema: string): SharedMigration[] {
  return [...processesMigrations(schema), migration('1765107000000-elements.sql', schema)];
}

/** Makes the tables of consumers of events from a topic. */
export function consumersMigration(schema: string): SharedMigration {
  return migration('1765108000000-consumers.sql', schema);
}

/** Makes the tables for the metadata of the streams of a log, and the function that writes them behind the appends of a call. */
export function metadataMigration(schema: string): SharedMigration {
  return migration('1765110000000-metadata.sql', schema);
}

/** Tables that a schema needs to be filled from events, whatever feed brings the batches. */
export function consumerTablesSql(schema: string): string[] {
  return [positionsMigration(schema).text(), consumersMigration(schema).text()];
}

/** The statements of `eventLogMigration`, with the views that other apps read, for tests of a library that knows no app. */
export function eventLogSql(schema: string, asserts: readonly string[] = []): string[] {
  return [eventLogMigration(schema, asserts).text(), published(schema)];
}

/** Tables of an app that owns a log of elements. */
export function ownedLogSql(schema: string): string[] {
  return [...eventLogSql(schema), ...ownerMigrations(schema).map(({ text }) => text())];
}

const positionsMigration = (schema: string) => migration('1765106000000-positions.sql', schema);

const migration = (file: string, schema: string, values: Record<string, string> = {}) =>
  sharedMigration(new URL(`../../migrations/${file}`, import.meta.url), { schema, ...values });

const published = (schema: string) => `
CREATE SCHEMA ${publishedSchema(schema)};
${PUBLISHED_TABLES.map((table) => `CREATE VIEW ${publishedSchema(schema)}.${table} AS SELECT * FROM ${schema}.${table};`).join('\n')}`;
