import { sharedMigration } from '@service/event-store';
import type { SharedMigration } from '@service/platform/migrations';

/** Makes the tables of the transparency log; a recovery makes them again. */
export function logMigration(schema: string): SharedMigration {
  return sharedMigration(new URL('../../migrations/1765301000000-transparency-log.sql', import.meta.url), {
    schema,
  });
}
