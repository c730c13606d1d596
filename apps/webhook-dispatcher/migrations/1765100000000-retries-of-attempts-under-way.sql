-- phase: expand
-- A retry that is asked for while an attempt is under way is made after it.

-- The entry whose retry was asked for since the queue was leased; null where none was.
ALTER TABLE webhook_dispatcher.queues ADD COLUMN retry_seq bigint;
