import { APPEND_FUNCTION, OWNED_LOG_TABLES } from '@service/event-store';
import { APPEND_ONLY, READ_WRITE, type AppBoundary, type TablePrivilege } from '@service/platform/boundaries';

const READERS = ['record_store', 'webhook_dispatcher', 'verify_api'] as const;
const GATEWAY = ['verify_api'] as const;
const ADVANCED: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE'];

/** Rights of the app's role, and which apps may read its event log and the transparency log. */
export const recordStoreBoundary: AppBoundary = {
  app: 'record_store',
  tables: {
    ...OWNED_LOG_TABLES,
    log_state: ADVANCED,
    log_positions: ADVANCED,
    log_leaves: APPEND_ONLY,
    log_tiles: ADVANCED,
    log_checkpoints: APPEND_ONLY,
    log_receipts: APPEND_ONLY,
    log_head: ADVANCED,
    log_cosignatures: READ_WRITE,
    log_served: ADVANCED,
    log_seals: APPEND_ONLY,
  },
  functions: [APPEND_FUNCTION],
  published: {
    streams: GATEWAY,
    events: READERS,
    companions: READERS,
    log_state: GATEWAY,
    log_positions: GATEWAY,
    log_leaves: GATEWAY,
    log_tiles: GATEWAY,
    log_checkpoints: GATEWAY,
    log_receipts: GATEWAY,
    log_head: GATEWAY,
    log_served: GATEWAY,
    log_seals: GATEWAY,
  },
};
