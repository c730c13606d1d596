import { hasCode, propertyOf } from '../error-reason.js';

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a lock was not free in time, as an error says or the cause that a pool gave it. */
export function isLockTimeout(error: unknown): boolean {
  return [error, propertyOf(error, 'cause')].some((each) => hasCode(each, LOCK_NOT_AVAILABLE));
}
