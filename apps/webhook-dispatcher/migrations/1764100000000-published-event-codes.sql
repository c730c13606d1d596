-- phase: expand
-- A published event carries a code of the app that rendered it. Those without are neither signed nor shown, until
-- `npm run migrate` or the next start has rendered them again.

ALTER TABLE webhook_dispatcher.published_events ADD COLUMN mac text;

-- Finds the events without a code; empty at other times.
CREATE INDEX published_events_without_code ON webhook_dispatcher.published_events (day, event_id) WHERE mac IS NULL;
