import {
  APPEND_ONLY,
  DATABASE_APPS,
  KEY_HOLDER_TABLES,
  READ_UPDATE,
  READ_WRITE,
  publishedKeyHolders,
  type AppBoundary,
} from '@service/platform/boundaries';
import { dayFunctions } from '../partitions/daily-partitions.js';
import { APPEND_ARGUMENTS } from './append-call.js';

/**
 * Privileges of an app on its event log, and on what its processes share. Only the owner of the database erases reasons.
 */
const EVENT_LOG_TABLES = {
  events: APPEND_ONLY,
  companions: APPEND_ONLY,
  claims: ['SELECT', 'INSERT', 'DELETE'],
  idempotency_keys: READ_WRITE,
  log_identity: ['SELECT', 'UPDATE'],
  leases: READ_UPDATE,
} as const;

/** Privileges on the tables of `ownedLogSql`. */
const OWNED_LOG_TABLES = {
  ...EVENT_LOG_TABLES,
  log_origin: APPEND_ONLY,
  positions: READ_UPDATE,
  due: READ_WRITE,
} as const;

/** The append function of `eventLogMigration`. */
export const APPEND_FUNCTION = `append(${Object.values(APPEND_ARGUMENTS).join(', ')})`;

/** Privileges on the tables of `metadataMigration`. */
const METADATA_TABLES = { metadata: READ_UPDATE, metadata_events: APPEND_ONLY } as const;

/** The function of `metadataMigration`. */
const WRITE_METADATA = 'write_metadata(json, integer[])';

const OF_RECORDS = ['record_store', 'webhook_dispatcher', 'verify_api'] as const;
const OF_SUBSCRIPTIONS = ['webhook_dispatcher', 'verify_api'] as const;
const GATEWAY = ['verify_api'] as const;

const credentialAuthority: AppBoundary = {
  app: 'credential_authority',
  tables: { ...OWNED_LOG_TABLES, ...KEY_HOLDER_TABLES },
  functions: [APPEND_FUNCTION],
  published: {
    claims: GATEWAY,
    events: DATABASE_APPS,
    companions: DATABASE_APPS,
    ...publishedKeyHolders('credential_authority'),
  },
};

/** The event log and the transparency log. */
const recordStore: AppBoundary = {
  app: 'record_store',
  tables: {
    ...OWNED_LOG_TABLES,
    ...METADATA_TABLES,
    ...KEY_HOLDER_TABLES,
    log_state: READ_UPDATE,
    log_positions: READ_UPDATE,
    log_leaves: APPEND_ONLY,
    log_tiles: READ_UPDATE,
    log_checkpoints: APPEND_ONLY,
    log_head: READ_UPDATE,
    log_cosignatures: READ_WRITE,
    log_served: READ_UPDATE,
    log_seals: APPEND_ONLY,
  },
  functions: [APPEND_FUNCTION, WRITE_METADATA],
  published: {
    ...publishedKeyHolders('record_store'),
    events: OF_RECORDS,
    companions: OF_RECORDS,
    metadata: GATEWAY,
    metadata_events: GATEWAY,
    log_state: GATEWAY,
    log_positions: GATEWAY,
    log_leaves: GATEWAY,
    log_tiles: GATEWAY,
    log_checkpoints: GATEWAY,
    log_head: ['credential_authority', 'webhook_dispatcher', 'verify_api'],
    log_served: GATEWAY,
    log_seals: GATEWAY,
  },
};

const webhookDispatcher: AppBoundary = {
  app: 'webhook_dispatcher',
  tables: {
    ...EVENT_LOG_TABLES,
    ...METADATA_TABLES,
    ...KEY_HOLDER_TABLES,
    positions: READ_UPDATE,
    partition_positions: READ_UPDATE,
    stream_versions: READ_UPDATE,
    parked_streams: READ_WRITE,
    published_events: APPEND_ONLY,
    published_floor: ['SELECT', 'UPDATE'],
    queues: READ_WRITE,
    entries: READ_WRITE,
    attempts: APPEND_ONLY,
    endpoints: READ_WRITE,
    replays: READ_WRITE,
    replay_progress: READ_UPDATE,
  },
  sequences: ['published_positions', 'lease_epochs'],
  functions: [
    APPEND_FUNCTION,
    WRITE_METADATA,
    ...dayFunctions('published_events'),
    ...dayFunctions('attempts'),
  ],
  published: {
    ...publishedKeyHolders('webhook_dispatcher'),
    events: OF_SUBSCRIPTIONS,
    companions: OF_SUBSCRIPTIONS,
    metadata: GATEWAY,
    metadata_events: GATEWAY,
    entries: GATEWAY,
    attempts: GATEWAY,
    queues: GATEWAY,
    endpoints: GATEWAY,
    replay_progress: GATEWAY,
    published_events: GATEWAY,
    published_floor: GATEWAY,
  },
};

/** What the owners' roles may do with their tables, and which apps may read them: the gateway's scrub compares it, too. */
export const OWNER_BOUNDARIES = {
  credential_authority: credentialAuthority,
  record_store: recordStore,
  webhook_dispatcher: webhookDispatcher,
} as const;
