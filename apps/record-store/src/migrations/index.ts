import { CreateEventLog1763700000000 } from './1763700000000-create-event-log.js';
import { CreateTransparencyLog1763700100000 } from './1763700100000-create-transparency-log.js';
import { RenameOutcomes1763800000001 } from './1763800000001-rename-outcomes.js';

/** Schema of the app's tables, and its migrations. */
export const recordStoreMigrations = {
  schema: 'record_store',
  migrations: [CreateEventLog1763700000000, CreateTransparencyLog1763700100000, RenameOutcomes1763800000001],
};
