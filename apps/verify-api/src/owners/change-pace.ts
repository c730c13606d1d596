import { MOST_OF_PROJECT } from '@service/messaging/commands';

/** Milliseconds that the view of records may be behind before changes wait for it, and from which on they come one by one. */
const FULL_UNTIL = 1_500;
const SLOWEST_FROM = 4_000;
/** Milliseconds. A view counts as behind since 1970 until it was up to date once since the start: no wait would help. */
const NEVER_UP_TO_DATE = Date.parse('2000-01-01');

/**
 * How many changes of a project’s records may be with their owner at a time: the further the view is behind, the fewer, so that
 * it catches up. Nothing is verified while it is five seconds behind.
 * @param behind milliseconds that the view of records is behind.
 */
export function changesAtATime(behind: number): number {
  if (behind <= FULL_UNTIL || behind > NEVER_UP_TO_DATE) return Infinity;
  const room = (SLOWEST_FROM - behind) / (SLOWEST_FROM - FULL_UNTIL);
  return Math.max(1, Math.round(MOST_OF_PROJECT * room));
}
