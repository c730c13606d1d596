import { APPEND_ONLY, READ_WRITE, type TablePrivilege } from '@service/platform/boundaries';

const READ_AND_ADVANCE: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE'];

/** What an app may do with the tables of `eventLogSql`; reasons are erased and signatures added by the owner alone. */
export const EVENT_LOG_TABLES = {
  events: APPEND_ONLY,
  companions: APPEND_ONLY,
  streams: READ_WRITE,
  claims: ['SELECT', 'INSERT', 'DELETE'],
  idempotency_keys: READ_WRITE,
  log_identity: ['SELECT', 'UPDATE'],
  leases: READ_AND_ADVANCE,
} as const;

/** The same for `ownedLogSql`. */
export const OWNED_LOG_TABLES = {
  ...EVENT_LOG_TABLES,
  log_origin: APPEND_ONLY,
  positions: READ_AND_ADVANCE,
  due: READ_WRITE,
} as const;

/** The same for `consumerTablesSql`. */
export const CONSUMER_TABLES = {
  positions: READ_AND_ADVANCE,
  partition_positions: READ_AND_ADVANCE,
  stream_versions: READ_AND_ADVANCE,
  parked_streams: READ_WRITE,
} as const;

/** The function of `eventLogSql` that appends. */
export const APPEND_FUNCTION = 'append(json, json, json, json)';
