import {
  consumersMigration,
  eventLogMigration,
  metadataMigration,
  processesMigrations,
} from '@service/event-store';
import type { AppMigrations } from '@service/platform/migrations';
import { attemptDays } from '../deliveries/storage/attempt-days.js';
import { publishedDays } from '../publishing/storage/published-days.js';

/** Schema of the app's tables, and the files that create them. */
export const webhookDispatcherMigrations: AppMigrations = {
  schema: 'webhook_dispatcher',
  directory: new URL('../../migrations/', import.meta.url),
  files: [
    eventLogMigration('webhook_dispatcher'),
    ...processesMigrations('webhook_dispatcher'),
    consumersMigration('webhook_dispatcher'),
    metadataMigration('webhook_dispatcher'),
    '1765300000000-baseline.sql',
    publishedDays.migration,
    attemptDays.migration,
  ],
};
