import { APPEND_ONLY, READ_WRITE, type TablePrivilege } from '@service/platform/boundaries';

const READ_AND_ADVANCE: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE'];

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
  leases: READ_AND_ADVANCE,
} as const;

/** Privileges on the tables of `ownedLogSql`. */
export const OWNED_LOG_TABLES = {
  ...EVENT_LOG_TABLES,
  log_origin: APPEND_ONLY,
  positions: READ_AND_ADVANCE,
  due: READ_WRITE,
} as const;

/** Privileges on the tables of `consumerTablesSql`. */
export const CONSUMER_TABLES = {
  positions: READ_AND_ADVANCE,
  partition_positions: READ_AND_ADVANCE,
  stream_versions: READ_AND_ADVANCE,
  parked_streams: READ_WRITE,
} as const;

/** The append function of `eventLogSql`. */
export const APPEND_FUNCTION = 'append(json, json, json, json)';
