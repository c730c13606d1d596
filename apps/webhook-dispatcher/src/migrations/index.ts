import type { AppMigrations } from '@service/platform/migrations';

/** Schema of the app's tables, and the files that create them. */
export const webhookDispatcherMigrations: AppMigrations = {
  schema: 'webhook_dispatcher',
  directory: new URL('../../migrations/', import.meta.url),
  files: ['1765300000000-baseline.sql'],
};
