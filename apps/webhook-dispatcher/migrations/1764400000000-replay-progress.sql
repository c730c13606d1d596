-- phase: expand
-- Replays stay readable after they were planned, with the counts of their deliveries.

CREATE TABLE webhook_dispatcher.replay_progress (
  replay_id text COLLATE "C" PRIMARY KEY,
  subscription_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  -- Deliveries planned so far, and those of them that ended.
  planned integer NOT NULL DEFAULT 0,
  succeeded integer NOT NULL DEFAULT 0,
  exhausted integer NOT NULL DEFAULT 0,
  -- Whether all of its deliveries are planned.
  complete boolean NOT NULL DEFAULT false,
  cancelled boolean NOT NULL DEFAULT false
);

CREATE INDEX ON webhook_dispatcher.replay_progress (subscription_id, replay_id);

ALTER TABLE webhook_dispatcher.entries ADD COLUMN replay_id text;
ALTER TABLE webhook_dispatcher.attempts ADD COLUMN replay_id text;
