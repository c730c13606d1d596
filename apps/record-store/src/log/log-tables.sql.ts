import { sharedMigration } from '@service/event-store';
import type { SharedMigration } from '@service/platform/migrations';

/** Makes what the log of records has beside it; a recovery keeps it. */
export function baselineMigration(schema: string): SharedMigration {
  return migration('1765300000000-baseline.sql', schema);
}

/** Makes the tables of the transparency log; a recovery makes them again. */
export function logMigration(schema: string): SharedMigration {
  return migration('1765301000000-transparency-log.sql', schema);
}

const migration = (file: string, schema: string) =>
  sharedMigration(new URL(`../../migrations/${file}`, import.meta.url), { schema });
