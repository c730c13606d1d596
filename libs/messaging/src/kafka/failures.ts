import { NotPreparedError } from '@service/event-store';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { DatabaseError } from 'pg';

/** SQLSTATE class 40 (rolled back: deadlock, serialisation) and 55P03 (lock not available). */
const ROLLED_BACK = /^(?:40...|55P03)$/;

/** Whether a retry of the same batch may succeed: its data is not at fault. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof NotPreparedError) return true;
  return error instanceof DatabaseError && ROLLED_BACK.test(error.code ?? '');
}
