/** The apps that own a schema of each environment's database, named as it, and log in with a role of their own. */
export const DATABASE_APPS = [
  'credential_authority',
  'record_store',
  'webhook_dispatcher',
  'verify_api',
] as const;
export type DatabaseApp = (typeof DATABASE_APPS)[number];
