-- phase: expand
-- How far each consumer of events from a topic has come, and which version of each stream it has applied.
CREATE TABLE {schema}.partition_positions (
  consumer text NOT NULL,
  topic text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL DEFAULT 0,
  horizon xid8 NOT NULL DEFAULT '0',
  epoch integer NOT NULL DEFAULT 0,
  current_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (consumer, topic, partition)
);

CREATE TABLE {schema}.stream_versions (
  consumer text NOT NULL,
  stream_id text NOT NULL,
  epoch integer NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (consumer, stream_id)
);

-- Streams whose next event could not be applied: they stand still, and others go on.
CREATE TABLE {schema}.parked_streams (
  consumer text NOT NULL,
  stream_id text NOT NULL,
  version integer NOT NULL,
  cause text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  replay_requested boolean NOT NULL DEFAULT false,
  PRIMARY KEY (consumer, stream_id)
);
