-- phase: expand
-- Deliveries are found by their event, and cancelled ones by their last attempt.

-- The cheapest for every delivery to keep up: equality is all that is asked for.
CREATE INDEX attempts_by_event ON webhook_dispatcher.attempts USING hash (event_id);

CREATE INDEX attempts_that_ended_nothing ON webhook_dispatcher.attempts (subscription_id, delivery_id)
  WHERE outcome IN ('retry', 'gone');
