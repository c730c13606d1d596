import { CreateEventLog1763700000000 } from './1763700000000-create-event-log.js';

/** Schema of the app's tables, and the migrations that make them. */
export const credentialAuthorityMigrations = {
  schema: 'credential_authority',
  migrations: [CreateEventLog1763700000000],
};
