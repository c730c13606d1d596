import { CreateEventLog1763700000002 } from './1763700000002-create-event-log.js';
import { CreatePublishedEvents1763700000003 } from './1763700000003-create-published-events.js';
import { CreateDeliveries1763700000006 } from './1763700000006-create-deliveries.js';
import { CreateDayFunctions1763800000000 } from './1763800000000-create-day-functions.js';
import { RenameLanes1763800000001 } from './1763800000001-rename-lanes.js';
import { RenameOutcomes1763800000001 } from './1763800000001-rename-outcomes.js';

/** Schema of the app's tables, and the migrations that make them. */
export const webhookDispatcherMigrations = {
  schema: 'webhook_dispatcher',
  migrations: [
    CreateEventLog1763700000002,
    CreatePublishedEvents1763700000003,
    CreateDeliveries1763700000006,
    CreateDayFunctions1763800000000,
    RenameLanes1763800000001,
    RenameOutcomes1763800000001,
  ],
};
