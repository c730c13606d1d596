-- phase: expand
-- A retry by request is an attempt ahead of the retry schedule, which stays as it is.

-- When the first entry of the queue is attempted by the schedule, while an attempt by request comes first.
ALTER TABLE webhook_dispatcher.queues ADD COLUMN scheduled_at timestamptz;

ALTER TABLE webhook_dispatcher.attempts ADD COLUMN manual boolean NOT NULL DEFAULT false;
