import { CreateViews1763700000001 } from './1763700000001-create-views.js';
import { OwnViews1763800000000 } from './1763800000000-own-views.js';
import { CreateHistory1763700000003 } from './1763700000003-create-history.js';
import { CreateLimits1763700000002 } from './1763700000002-create-limits.js';

/** Schema of the app's tables, and the migrations that make them. */
export const verifyApiMigrations = {
  schema: 'verify_api',
  migrations: [
    CreateViews1763700000001,
    CreateLimits1763700000002,
    CreateHistory1763700000003,
    OwnViews1763800000000,
  ],
};
