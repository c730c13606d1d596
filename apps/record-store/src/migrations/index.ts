import { eventLogMigration, metadataMigration, ownerMigrations } from '@service/event-store';
import type { AppMigrations } from '@service/platform/migrations';
import { logMigration, sealsMigration } from '../log/log-tables.sql.js';

/** Schema of the app's tables, and the files that create them. */
export const recordStoreMigrations: AppMigrations = {
  schema: 'record_store',
  directory: new URL('../../migrations/', import.meta.url),
  files: [
    eventLogMigration('record_store', ['credential_authority']),
    ...ownerMigrations('record_store'),
    metadataMigration('record_store'),
    '1765300000000-baseline.sql',
    logMigration('record_store'),
    sealsMigration('record_store'),
  ],
};
