/** Milliseconds that the view of records may be behind before registrations wait for it. */
const BEHIND = 2_000;
/** The share of what exceeds this that a registration waits, and the milliseconds that it waits at most. */
const SHARE = 0.25;
const MOST = 1_000;
/** Milliseconds behind from which on a view is being rebuilt, or stands: to wait would help nobody. */
const REBUILDING = 60_000;

/**
 * How long a registration waits before it is sent to its owner, in milliseconds, where the view of records is so many milliseconds
 * behind. Records can be registered faster than shown, as by an import, and from a view that is five seconds behind, no record is
 * verified. The longer the wait, the fewer are registered, so both go on: importers at the pace of the view, and verifications.
 */
export function registrationPace(behind: number): number {
  if (behind <= BEHIND || behind > REBUILDING) return 0;
  return Math.min(MOST, (behind - BEHIND) * SHARE);
}
