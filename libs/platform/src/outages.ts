import { propertyOf } from './error-reason.js';

/**
 * SQLSTATE of outages: class 08 (connection), class 28 (a login is refused, for instance while its password is changed),
 * read_only_sql_transaction (a standby in recovery, or a server that was made read-only), disk_full, out_of_memory,
 * too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now (starting or in recovery), database_dropped, the timeouts
 * that end a session (25P03, 25P04, 57P05), io_error.
 */
export const DATABASE_OUTAGE = /^(?:08...|28...|25006|25P0[34]|53[123]00|57P0[1-5]|58030)$/;
/** Codes of the operating system for files on a disk that is full, protected or broken, and for a lack of memory or files. */
export const MACHINE_OUTAGE = /^(?:ENOSPC|EDQUOT|EROFS|EIO|ENOMEM|EMFILE|ENFILE)$/;

/**
 * Whether the server, the machine or the connection is at fault, as the code of an error says. That ends without a change of
 * the program: the same request may succeed later.
 */
export function isOutage(error: unknown): boolean {
  const code = propertyOf(error, 'code');
  return typeof code === 'string' && (DATABASE_OUTAGE.test(code) || MACHINE_OUTAGE.test(code));
}
