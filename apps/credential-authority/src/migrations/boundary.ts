import { APPEND_FUNCTION, OWNED_LOG_TABLES } from '@service/event-store';
import { KEY_HOLDER_TABLES, publishedKeyHolders, type AppBoundary } from '@service/platform/boundaries';

const READERS = ['credential_authority', 'record_store', 'webhook_dispatcher', 'verify_api'] as const;

/** Rights of the app's role, and which other apps may read its log. */
export const credentialAuthorityBoundary: AppBoundary = {
  app: 'credential_authority',
  tables: { ...OWNED_LOG_TABLES, ...KEY_HOLDER_TABLES },
  functions: [APPEND_FUNCTION],
  published: {
    claims: ['verify_api'],
    events: READERS,
    companions: READERS,
    ...publishedKeyHolders('credential_authority'),
  },
};
