import { APPEND_FUNCTION, WRITE_METADATA, METADATA_TABLES, OWNED_LOG_TABLES } from '@service/event-store';
import {
  APPEND_ONLY,
  KEY_HOLDER_TABLES,
  READ_UPDATE,
  READ_WRITE,
  publishedKeyHolders,
  type AppBoundary,
} from '@service/platform/boundaries';

const READERS = ['record_store', 'webhook_dispatcher', 'verify_api'] as const;
const GATEWAY = ['verify_api'] as const;

/** Rights of the app's role, and which apps may read its event log and the transparency log. */
export const recordStoreBoundary: AppBoundary = {
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
    events: READERS,
    companions: READERS,
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
