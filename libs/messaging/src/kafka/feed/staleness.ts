/**
 * Milliseconds after which a feed is stale and the event table is read instead, and milliseconds between two
 * checks.
 */
export const STALE_AFTER = 2_000;
export const WATCH_EVERY = 500;
