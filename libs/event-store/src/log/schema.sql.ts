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
  return sharedMigration(new URL('../../migrations/1765100000000-event-log.sql', import.meta.url), {
    schema,
    asserted: asserted.join(''),
  });
}

/** Makes the tables by which the processes of an app share the work on its log. */
export function processesMigration(schema: string): SharedMigration {
  return sharedMigration(new URL('../../migrations/1765105000000-processes.sql', import.meta.url), {
    schema,
  });
}

/** Makes the tables for the metadata of the streams of a log, and the function that writes them behind the appends of a call. */
export function metadataMigration(schema: string): SharedMigration {
  return sharedMigration(new URL('../../migrations/1765110000000-metadata.sql', import.meta.url), { schema });
}

/** The statements of `eventLogMigration`, with the views that other apps read, for tests of a library that knows no app. */
export function eventLogSql(schema: string, asserts: readonly string[] = []): string[] {
  return [eventLogMigration(schema, asserts).text(), published(schema)];
}

const published = (schema: string) => `
CREATE SCHEMA ${publishedSchema(schema)};
${PUBLISHED_TABLES.map((table) => `CREATE VIEW ${publishedSchema(schema)}.${table} AS SELECT * FROM ${schema}.${table};`).join('\n')}`;
