-- phase: expand
-- The trace context of the request that an event comes from: its deliveries, which may be made days later, link to it.

ALTER TABLE webhook_dispatcher.published_events ADD COLUMN traceparent text;
