import type { AppMigrations } from '@service/platform/migrations';

/** Schema of the app's tables, and the files that create them. */
export const verifyApiMigrations: AppMigrations = {
  schema: 'verify_api',
  directory: new URL('../../migrations/', import.meta.url),
  files: [
    {
      file: '1763900000000-baseline.sql',
      upgrade: {
        file: 'from-0.1.0.sql',
        from: ['CreateViews1763700000001', 'CreateLimits1763700000002', 'CreateHistory1763700000003'],
      },
    },
    { file: '1764100000000-scrub-rounds.sql' },
    { file: '1764200000000-subject-index.sql' },
    { file: '1764310000000-usage-details.sql' },
    { file: '1764320000000-usage-by-credential.sql' },
    { file: '1764600000000-console.sql' },
    { file: '1764700000000-former-secret-uses.sql' },
    { file: '1764800000000-one-operator-per-address.sql' },
    { file: '1764900000000-key-holders.sql' },
  ],
};
