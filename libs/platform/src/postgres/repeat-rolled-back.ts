import { hasCode } from '../error-reason.js';

/** SQLSTATE serialization_failure and deadlock_detected. */
const ROLLED_BACK = ['40001', '40P01'];
const ATTEMPTS = 10;

/** Whether PostgreSQL undid all of a transaction, which may succeed when it is repeated. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.some((code) => hasCode(error, code));
}

/**
 * Runs a transaction, and again where PostgreSQL rolled it back because of another one.
 * @param isUndone tells so from an error.
 * @throws its error; the last one after ten attempts.
 */
export async function repeatRolledBack<Result>(
  transaction: () => Promise<Result>,
  isUndone: (error: unknown) => boolean = isRolledBack,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUndone(error)) throw error;
    }
  }
}
