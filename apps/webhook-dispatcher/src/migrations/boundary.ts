import {
  APPEND_FUNCTION,
  WRITE_METADATA,
  CONSUMER_TABLES,
  EVENT_LOG_TABLES,
  METADATA_TABLES,
} from '@service/event-store';
import {
  APPEND_ONLY,
  KEY_HOLDER_TABLES,
  READ_UPDATE,
  READ_WRITE,
  publishedKeyHolders,
  type AppBoundary,
} from '@service/platform/boundaries';
import { attemptDays } from '../deliveries/storage/attempt-days.js';
import { publishedDays } from '../publishing/storage/published-days.js';

const READERS = ['webhook_dispatcher', 'verify_api'] as const;
const GATEWAY = ['verify_api'] as const;

/** The rights of the app's role, and the tables that other apps may read. */
export const webhookDispatcherBoundary: AppBoundary = {
  app: 'webhook_dispatcher',
  tables: {
    ...EVENT_LOG_TABLES,
    ...METADATA_TABLES,
    ...KEY_HOLDER_TABLES,
    ...CONSUMER_TABLES,
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
  functions: [APPEND_FUNCTION, WRITE_METADATA, ...publishedDays.functions, ...attemptDays.functions],
  published: {
    ...publishedKeyHolders('webhook_dispatcher'),
    events: READERS,
    companions: READERS,
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
