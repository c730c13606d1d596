import { rememberLogOrigin, type ChainTerms } from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';

/** The app's own log, and the schema of its tables. */
export const LOG = 'credential_authority';

/**
 * What is needed to continue the app's chains.
 * @param logOrigin `<LOG_ORIGIN>/<environment>`; the one of the first start stays.
 */
export async function chainTerms(pool: Pool, keys: KeyRing, logOrigin: string): Promise<ChainTerms> {
  return { log: await rememberLogOrigin(pool, LOG, logOrigin), key: keys.newest('provenance') };
}
