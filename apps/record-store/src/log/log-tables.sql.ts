import { sharedMigration } from '@service/event-store';
import type { SharedMigration } from '@service/platform/migrations';

/** Makes the tables of the transparency log; a recovery makes them again. */
export function logMigration(schema: string): SharedMigration {
  return migration('1765301000000-transparency-log.sql', schema);
}

/** Makes the table of the history’s seals. */
export function sealsMigration(schema: string): SharedMigration {
  return migration('1765302000000-seals.sql', schema);
}

const migration = (file: string, schema: string) =>
  sharedMigration(new URL(`../../migrations/${file}`, import.meta.url), { schema });
