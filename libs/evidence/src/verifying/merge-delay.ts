import { millisecondsOf } from '../moments.js';

/** Seconds after its time within which an element is in the log, where the service promises nothing else. */
export const MERGE_DELAY_SECONDS = 3_600;

/** By when an element is in the log, as an answer without a receipt promises. ISO 8601, UTC, milliseconds. */
export function loggedBy(occurredAt: string): string {
  return new Date(millisecondsOf(occurredAt) + MERGE_DELAY_SECONDS * 1_000).toISOString();
}
