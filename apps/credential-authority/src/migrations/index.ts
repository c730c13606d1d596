import { eventLogMigration, ownerMigrations } from '@service/event-store';
import type { AppMigrations } from '@service/platform/migrations';

/** Schema of the app's tables, and the files that create them. */
export const credentialAuthorityMigrations: AppMigrations = {
  schema: 'credential_authority',
  directory: new URL('../../migrations/', import.meta.url),
  files: [
    eventLogMigration('credential_authority'),
    ...ownerMigrations('credential_authority'),
    '1765300000000-baseline.sql',
  ],
};
