-- phase: expand
-- A retry that is requested while an attempt is under way is carried out after it.

-- The delivery whose retry was requested since the queue was leased. It has a meaning only while the queue is leased.
ALTER TABLE webhook_dispatcher.queues ADD COLUMN retry_delivery_id text;
