import { ServiceError, UnavailableError } from '@service/contracts';
import { causeOf, isOutage, propertyOf } from '@service/platform/errors';
import { DatabaseUnavailableError, isLate, isRolledBack } from '@service/platform/postgres';

/** The registry's error for something that was thrown; null for an unexpected error. */
export function serviceErrorOf(thrown: unknown): ServiceError | null {
  if (thrown instanceof ServiceError) return thrown;
  // TypeORM wraps each error of a statement in one of its own.
  const error = propertyOf(thrown, 'driverError') ?? thrown;
  if (error instanceof DatabaseUnavailableError || isRolledBack(error) || isLate(error))
    return new UnavailableError({
      cause: 'database_unavailable',
      error: causeOf((error as Error).cause ?? error),
    });
  return isOutage(error) ? new UnavailableError({ cause: 'machine_failed', error: causeOf(error) }) : null;
}
