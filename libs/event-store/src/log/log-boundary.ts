import { APPEND_ONLY, READ_UPDATE, READ_WRITE } from '@service/platform/boundaries';

/**
 * Privileges of an app on the tables of `eventLogSql`. Only the owner of the database erases reasons and adds
 * signatures later.
 */
export const EVENT_LOG_TABLES = {
  events: APPEND_ONLY,
  companions: APPEND_ONLY,
  streams: READ_WRITE,
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

/** The append function of `eventLogSql`. */
export const APPEND_FUNCTION = 'append(json, json, json, json)';

/** Privileges on the tables of `metadataSql`. */
export const METADATA_TABLES = { metadata: READ_UPDATE, metadata_events: APPEND_ONLY } as const;

/** The append function of `metadataSql`. */
export const APPEND_WITH_METADATA = 'append_with_metadata(json, json, json, json, json)';
