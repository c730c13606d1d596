import { NotPreparedError } from '@service/event-store';
import { DatabaseUnavailableError, isLockTimeout, isRolledBack } from '@service/platform/postgres';

/** Whether a retry of the same batch may succeed: its data is not at fault. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof NotPreparedError) return true;
  return isRolledBack(error) || isLockTimeout(error);
}
