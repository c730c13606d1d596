import { NotPreparedError } from '@service/event-store';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { DatabaseError } from 'pg';

/** SQLSTATE class 40 (rolled back: deadlock, serialisation) and 55P03 (lock not available). */
const ROLLED_BACK = /^(?:40...|55P03)$/;

/** Whether the same batch may well succeed a moment later: nothing about it is wrong. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof NotPreparedError) return true;
  return error instanceof DatabaseError && ROLLED_BACK.test(error.code ?? '');
}
