import { sharedMigration } from '@service/event-store';
import { historyDays } from './partitions.js';

/** Make the interaction history, the usage counted from it, and its seals. */
export const historyMigrations = [
  sharedMigration(new URL('../../migrations/1765120000000-history.sql', import.meta.url)),
  historyDays.migration,
];
