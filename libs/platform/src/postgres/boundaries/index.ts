export {
  acceptingSchema,
  writerPrefix,
  APPEND_ONLY,
  READ_UPDATE,
  READ_WRITE,
  owningSchema,
  publishedSchema,
  type AppBoundary,
  type TablePrivilege,
} from './app-boundary.js';
export { KEY_HOLDER_TABLES, publishedKeyHolders } from './key-holders.js';
export { createBoundaryViews } from './boundary-views.js';
export { applyBoundaries, readGrants, type RoleNames } from './apply-boundaries.js';
export { KEYED_ACCESS } from '../roles/role-settings.js';
export { prepareRoles, roleNamesOf, type AppUrls } from '../roles/prepare-roles.js';
export { grantsOf, type Grant } from './grants.js';
export { DATABASE_APPS } from '../database-apps.js';
export { grantedRightsSql, type GrantedRight } from './granted-rights.sql.js';
export { ROLE_POWERS_SQL, type RolePower } from './role-powers.sql.js';
