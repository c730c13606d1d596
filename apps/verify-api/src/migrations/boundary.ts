import {
  APPEND_ONLY,
  KEY_HOLDER_TABLES,
  READ_UPDATE,
  READ_WRITE,
  publishedKeyHolders,
  type AppBoundary,
} from '@service/platform/boundaries';
import { OWNER_BOUNDARIES, dayFunctions } from '@service/event-store';
import { ACCEPTED_BLOCKS, ACCEPTED_LANES } from '@service/history';

/** What the gateway's role may do with its own tables; its views lie in schemas that it owns. */
export const verifyApiBoundary: AppBoundary = {
  app: 'verify_api',
  tables: {
    findings: READ_WRITE,
    scrub_rounds: READ_UPDATE,
    rate_buckets: READ_WRITE,
    quota_days: READ_WRITE,
    interactions: APPEND_ONLY,
    lanes: READ_WRITE,
    usage: READ_WRITE,
    usage_details: READ_WRITE,
    credential_uses: READ_UPDATE,
    former_secret_uses: READ_UPDATE,
    history_seals: APPEND_ONLY,
    history_sealed_lanes: APPEND_ONLY,
    history_dropped_days: APPEND_ONLY,
    history_stream: READ_UPDATE,
    leases: READ_UPDATE,
    operator_profiles: READ_WRITE,
    operator_keys: READ_WRITE,
    console_sessions: READ_WRITE,
    console_spent: READ_WRITE,
    ...KEY_HOLDER_TABLES,
  },
  functions: [...dayFunctions('interactions'), 'index_interactions_day(date)', 'subjects_of(text)'],
  published: publishedKeyHolders('verify_api'),
  // The history takes lines from other apps, each in lanes of its own writers.
  accepted: {
    interactions: { from: ['webhook_dispatcher'], ...ACCEPTED_BLOCKS },
    lanes: { from: ['webhook_dispatcher'], ...ACCEPTED_LANES },
  },
  makesSchemas: true,
};

/** Each app's rights in the database, and what other apps may read of it. */
export const BOUNDARIES: readonly AppBoundary[] = [...Object.values(OWNER_BOUNDARIES), verifyApiBoundary];
