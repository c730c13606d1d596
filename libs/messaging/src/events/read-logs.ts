import type { DatabaseApp } from '@service/platform/databases';
import { EVENT_LOGS, type EventLogName } from './event-feed.js';

/** The logs that each app reads or writes. */
export const READ_LOGS: Record<DatabaseApp, readonly EventLogName[]> = {
  verify_api: EVENT_LOGS,
  credential_authority: ['credential_authority'],
  record_store: ['record_store', 'credential_authority'],
  webhook_dispatcher: EVENT_LOGS,
};
