import type { AppMigrations } from '@service/platform/migrations';

/** Schema of the app's tables, and the files that create them. */
export const webhookDispatcherMigrations: AppMigrations = {
  schema: 'webhook_dispatcher',
  directory: new URL('../../migrations/', import.meta.url),
  files: [
    {
      file: '1763900000000-baseline.sql',
      upgrade: {
        file: 'from-0.1.0.sql',
        from: [
          'CreateEventLog1763700000002',
          'CreatePublishedEvents1763700000003',
          'CreateDeliveries1763700000006',
        ],
      },
    },
    { file: '1764000000000-event-codes.sql' },
    { file: '1764100000000-published-event-codes.sql' },
    { file: '1764200000000-retries-by-request.sql' },
    { file: '1764300000000-delivery-filters.sql' },
    { file: '1764400000000-replay-progress.sql' },
    { file: '1764500000000-metadata.sql' },
    { file: '1764800000000-key-holders.sql' },
    { file: '1765000000000-trace-of-events.sql' },
    { file: '1765100000000-retries-of-attempts-under-way.sql' },
  ],
};
