/**
 * Milliseconds: without news after which the event table is read (an idle log has some every second), between two checks, and
 * until one after news.
 */
export const READ_LOG_AFTER = 3_000;
export const WATCH_EVERY = 1_000;
export const WATCH_AFTER_NEWS = 250;
