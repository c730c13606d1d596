-- phase: expand
-- What the log of subscriptions has beside it, published events, and deliveries.

REVOKE INSERT ON webhook_dispatcher.events FROM CURRENT_USER;

-- Published events, which the gateway reads: in the order (tx, pos), below the oldest transaction that may still insert
-- some. `mac` is the code of the app that rendered an event: one without is neither signed nor shown. `traceparent` is that of the request
-- that the event comes from: its deliveries, which may be made days later, link to it.

CREATE SEQUENCE webhook_dispatcher.published_positions;

CREATE TABLE webhook_dispatcher.published_events (
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pos bigint NOT NULL DEFAULT nextval('webhook_dispatcher.published_positions'),
  day date NOT NULL,
  event_id text NOT NULL,
  project_id text NOT NULL,
  type text NOT NULL,
  subject_id text NOT NULL,
  authority_id text,
  subscription_id text,
  -- Compressed: see packBody.
  body bytea NOT NULL,
  mac text,
  traceparent text,
  PRIMARY KEY (day, event_id)
) PARTITION BY RANGE (day);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, type, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (subject_id, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (authority_id, tx, pos);

CREATE TRIGGER published_events_have_known_writers BEFORE INSERT ON webhook_dispatcher.published_events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_other_writers();

REVOKE INSERT ON webhook_dispatcher.published_events FROM CURRENT_USER;

-- Finds the events whose code an operator removed, to have them rendered again; empty at other times.
CREATE INDEX published_events_without_code ON webhook_dispatcher.published_events (day, event_id) WHERE mac IS NULL;

-- The position up to which events were dropped.
CREATE TABLE webhook_dispatcher.published_floor (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  tx xid8 NOT NULL,
  pos bigint NOT NULL
);

INSERT INTO webhook_dispatcher.published_floor (tx, pos) VALUES ('0', 0);

-- Deliveries.

-- From a sequence: a row that is deleted and inserted again must not repeat the epoch of an old lease.
CREATE SEQUENCE webhook_dispatcher.lease_epochs;

-- A row for each subscription and queue key with waiting entries, which are delivered in the order of `seq`. The last
-- attempt of an entry deletes it. A lease ends at `due`: a poll for due rows skips leased ones, and finds those whose
-- holder crashed. Rows are deleted soon after they are inserted, hence an eager vacuum without pauses.
CREATE TABLE webhook_dispatcher.queues (
  subscription_id text COLLATE "C" NOT NULL,
  queue_key text COLLATE "C" NOT NULL,
  due timestamptz NOT NULL,
  lease_epoch bigint NOT NULL DEFAULT 0,
  leased boolean NOT NULL DEFAULT false,
  -- When the first entry is attempted by the schedule, while an attempt by request comes first.
  scheduled_at timestamptz,
  -- The delivery whose retry was requested since the queue was leased. It has a meaning only while the queue is leased.
  retry_delivery_id text,
  PRIMARY KEY (subscription_id, queue_key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX ON webhook_dispatcher.queues (subscription_id, due);

CREATE TABLE webhook_dispatcher.entries (
  subscription_id text COLLATE "C" NOT NULL,
  queue_key text COLLATE "C" NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id text COLLATE "C" NOT NULL,
  event_id text NOT NULL,
  day date NOT NULL,
  type text NOT NULL,
  replayed boolean NOT NULL,
  attempts integer NOT NULL,
  first_attempt integer NOT NULL,
  planned_at timestamptz NOT NULL,
  replay_id text,
  PRIMARY KEY (subscription_id, queue_key, seq)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE UNIQUE INDEX ON webhook_dispatcher.entries (subscription_id, delivery_id);

CREATE TABLE webhook_dispatcher.attempts (
  day date NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  queue_key text NOT NULL,
  event_id text NOT NULL,
  event_day date NOT NULL,
  type text NOT NULL,
  replayed boolean NOT NULL,
  planned_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  status integer,
  error text,
  latency_ms integer NOT NULL,
  answer text,
  outcome text NOT NULL,
  -- Whether it was a retry by request, ahead of the schedule.
  manual boolean NOT NULL DEFAULT false,
  replay_id text,
  PRIMARY KEY (subscription_id, delivery_id, number, day)
) PARTITION BY RANGE (day);

CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, delivery_id) WHERE outcome = 'exhausted';

CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, event_id) WHERE replayed;

-- The cheapest for every delivery to keep up: equality is all that is asked for.
CREATE INDEX attempts_by_event ON webhook_dispatcher.attempts USING hash (event_id);

-- Finds cancelled deliveries by their last attempt.
CREATE INDEX attempts_that_ended_nothing ON webhook_dispatcher.attempts (subscription_id, delivery_id)
  WHERE outcome IN ('retry', 'gone');

-- Only endpoints that have failed.
CREATE TABLE webhook_dispatcher.endpoints (
  subscription_id text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL,
  failing_since timestamptz,
  held_until timestamptz,
  probe_at timestamptz
);

-- Replays whose deliveries are not all planned.
CREATE TABLE webhook_dispatcher.replays (
  request_id text PRIMARY KEY,
  subscription_id text NOT NULL,
  "from" timestamptz NOT NULL,
  "to" timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  cursor text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- All replays, which stay readable after they were planned.
CREATE TABLE webhook_dispatcher.replay_progress (
  replay_id text COLLATE "C" PRIMARY KEY,
  subscription_id text COLLATE "C" NOT NULL,
  "from" timestamptz NOT NULL,
  "to" timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Deliveries planned so far, and those of them that ended.
  planned integer NOT NULL DEFAULT 0,
  succeeded integer NOT NULL DEFAULT 0,
  exhausted integer NOT NULL DEFAULT 0,
  -- Whether all of its deliveries are planned.
  complete boolean NOT NULL DEFAULT false,
  cancelled boolean NOT NULL DEFAULT false
);

CREATE INDEX ON webhook_dispatcher.replay_progress (subscription_id, replay_id);
