import { CreateEventLog1763700000000 } from './1763700000000-create-event-log.js';
import { RenameOutcomes1763800000001 } from './1763800000001-rename-outcomes.js';

/** Schema of the app's tables, and its migrations. */
export const credentialAuthorityMigrations = {
  schema: 'credential_authority',
  migrations: [CreateEventLog1763700000000, RenameOutcomes1763800000001],
};
