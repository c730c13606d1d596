/** Milliseconds after which a feed is read from the event table, and how often that is looked at. */
export const STALE_AFTER = 2_000;
export const WATCH_EVERY = 500;
