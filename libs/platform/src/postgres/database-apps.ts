/** The apps that own a schema of the same name in each environment's database, and have a role each. */
export const DATABASE_APPS = [
  'credential_authority',
  'record_store',
  'webhook_dispatcher',
  'verify_api',
] as const;
export type DatabaseApp = (typeof DATABASE_APPS)[number];

/** The apps that own event streams: they receive commands from the gateway, and publish events. */
export const OWNER_APPS = ['credential_authority', 'record_store', 'webhook_dispatcher'] as const;
export type OwnerApp = (typeof OWNER_APPS)[number];
