import { historyMigrations } from '@service/history';
import type { AppMigrations } from '@service/platform/migrations';

/** Schema of the app's tables, and the files that create them. */
export const verifyApiMigrations: AppMigrations = {
  schema: 'verify_api',
  directory: new URL('../../migrations/', import.meta.url),
  files: [...historyMigrations, '1765200000000-baseline.sql'],
};
