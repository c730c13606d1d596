import { UnavailableError } from '@service/contracts';
import { causeOf } from '@service/platform/errors';
import type { DatabaseUnavailableError } from '@service/platform/postgres';

/** What a lost database amounts to for whoever asked for something. */
export function unavailableDatabase(error: DatabaseUnavailableError): UnavailableError {
  return new UnavailableError({ cause: 'database_unavailable', error: causeOf(error.cause ?? error) });
}
