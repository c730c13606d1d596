import { APPEND_ONLY, READ_UPDATE, READ_WRITE } from '@service/platform/boundaries';
import { APPEND_ARGUMENTS } from './append.sql.js';

/**
 * Privileges of an app on its event log, and on what its processes share. Only the owner of the database erases reasons.
 */
export const EVENT_LOG_TABLES = {
  events: APPEND_ONLY,
  companions: APPEND_ONLY,
  claims: ['SELECT', 'INSERT', 'DELETE'],
  idempotency_keys: READ_WRITE,
  log_identity: ['SELECT', 'UPDATE'],
  leases: READ_UPDATE,
} as const;

/** Privileges on the tables of `ownedLogSql`. */
export const OWNED_LOG_TABLES = {
  ...EVENT_LOG_TABLES,
  log_origin: APPEND_ONLY,
  positions: READ_UPDATE,
  due: READ_WRITE,
} as const;

/** Privileges on the tables of `consumerTablesSql`. */
export const CONSUMER_TABLES = {
  positions: READ_UPDATE,
  partition_positions: READ_UPDATE,
  stream_versions: READ_UPDATE,
  parked_streams: READ_WRITE,
} as const;

/** The append function of `eventLogMigration`. */
export const APPEND_FUNCTION = `append(${Object.values(APPEND_ARGUMENTS).join(', ')})`;

/** Privileges on the tables of `metadataMigration`. */
export const METADATA_TABLES = { metadata: READ_UPDATE, metadata_events: APPEND_ONLY } as const;

/** The function of `metadataMigration`. */
export const WRITE_METADATA = 'write_metadata(json, integer[])';
