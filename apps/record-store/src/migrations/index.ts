import type { AppMigrations } from '@service/platform/migrations';

/** Schema of the app's tables, and the files that create them. */
export const recordStoreMigrations: AppMigrations = {
  schema: 'record_store',
  directory: new URL('../../migrations/', import.meta.url),
  files: [
    {
      file: '1763900000000-baseline.sql',
      upgrade: {
        file: 'from-0.1.0.sql',
        from: ['CreateEventLog1763700000000', 'CreateTransparencyLog1763700100000'],
      },
    },
    { file: '1764000000000-event-codes.sql' },
    { file: '1764300000000-metadata.sql' },
    { file: '1764800000000-key-holders.sql' },
  ],
};
