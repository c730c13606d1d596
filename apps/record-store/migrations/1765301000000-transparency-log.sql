-- phase: expand
-- The transparency log. Gateways read it, and only the sequencer writes it. `covered` is the transaction id below which
-- every element is in the tree; all apps of an environment share one database.

-- The current tree.
CREATE TABLE {schema}.log_state (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  covered xid8 NOT NULL
);

-- How far the sequencer has read each log.
CREATE TABLE {schema}.log_positions (
  source text PRIMARY KEY,
  tx xid8 NOT NULL,
  pos bigint NOT NULL
);

-- `slot` stands for the place of an element in its chain, which one element fills forever. Rows are only added, as in `events`.
CREATE TABLE {schema}.log_leaves (
  index bigint PRIMARY KEY,
  slot bytea NOT NULL CONSTRAINT log_slots_occur_once UNIQUE,
  digest bytea NOT NULL,
  subject_id text NOT NULL,
  sequence integer NOT NULL
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);

CREATE INDEX log_leaves_of_subjects ON {schema}.log_leaves (subject_id, sequence);

-- Tiles of 16 hashes, of every fourth level of the tree; 16 of them are a public tile.
CREATE TABLE {schema}.log_tiles (
  level smallint NOT NULL,
  number bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (level, number)
);

CREATE TABLE {schema}.log_checkpoints (
  tree_size bigint PRIMARY KEY,
  root bytea NOT NULL,
  note text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The newest published checkpoint.
CREATE TABLE {schema}.log_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  tree_size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  covered xid8 NOT NULL,
  at timestamptz NOT NULL
);

-- Of published checkpoints: the served one and newer ones.
CREATE TABLE {schema}.log_cosignatures (
  origin text NOT NULL,
  tree_size bigint NOT NULL,
  key_name text NOT NULL,
  key_hash bigint NOT NULL,
  signature bytea NOT NULL,
  cosigned_at timestamptz NOT NULL,
  PRIMARY KEY (origin, tree_size, key_name, key_hash)
);

-- The checkpoint that is served, with cosignatures in its note: valid for ten seconds, and only where there are
-- witnesses.
CREATE TABLE {schema}.log_served (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL,
  tree_size bigint NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL
);
