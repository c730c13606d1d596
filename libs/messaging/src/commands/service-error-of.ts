import { ServiceError, UnavailableError } from '@service/contracts';
import { causeOf } from '@service/platform/errors';
import { DatabaseUnavailableError } from '@service/platform/postgres';

/** The registry's error for something that was thrown; null for an unexpected error. */
export function serviceErrorOf(thrown: unknown): ServiceError | null {
  if (thrown instanceof ServiceError) return thrown;
  if (!(thrown instanceof DatabaseUnavailableError)) return null;
  return new UnavailableError({ cause: 'database_unavailable', error: causeOf(thrown.cause ?? thrown) });
}
