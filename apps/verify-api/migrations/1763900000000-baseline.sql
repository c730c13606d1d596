-- phase: expand
-- What the scrub found, limits, and the interaction history. Read models are made by the gateway itself.

-- What the scrub found; every answer is asked for by what it concerns.
CREATE TABLE verify_api.findings (
  subject_id text NOT NULL,
  kind text NOT NULL,
  difference text NOT NULL,
  concerns text NOT NULL,
  leaves int8range,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_id, difference)
);

CREATE INDEX findings_by_concern ON verify_api.findings (concerns);

-- Buckets that replicas share; `full_at` is when a bucket is full again. Unlogged: a crash of the server empties the table
-- and thereby refills every bucket, which costs less than logging every change.
CREATE UNLOGGED TABLE verify_api.rate_buckets (
  key text COLLATE "C" PRIMARY KEY,
  full_at timestamptz NOT NULL,
  demand double precision NOT NULL,
  reported_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The leased operations of each quota, by UTC day, counted from 1970.
CREATE TABLE verify_api.quota_days (
  day integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  leased bigint NOT NULL DEFAULT 0,
  lacking_at timestamptz,
  PRIMARY KEY (day, key)
) WITH (fillfactor = 50);

-- The history. One row holds the lines that one writer stored of one project in one commit.
CREATE TABLE verify_api.interactions (
  day date NOT NULL,
  project_id text NOT NULL,
  writer text NOT NULL,
  sequence bigint NOT NULL,
  line_count integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  first_request text NOT NULL,
  last_request text NOT NULL,
  links bytea NOT NULL,
  lines text NOT NULL,
  personal json NOT NULL,
  tally json NOT NULL,
  PRIMARY KEY (day, project_id, writer, sequence)
) PARTITION BY RANGE (day);

CREATE INDEX ON verify_api.interactions (project_id, writer, last_at);

-- Text compresses to a sixth; not every server was built with the method that costs next to nothing.
DO $$ BEGIN
  ALTER TABLE verify_api.interactions ALTER COLUMN lines SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;

CREATE TABLE verify_api.lanes (
  day date NOT NULL,
  project_id text NOT NULL,
  writer text NOT NULL,
  counted bigint NOT NULL DEFAULT 0,
  sealed bigint NOT NULL DEFAULT 0,
  closed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, project_id, writer)
);

CREATE INDEX ON verify_api.lanes (project_id, day);

CREATE INDEX ON verify_api.lanes (day) WHERE NOT closed;

CREATE TABLE verify_api.usage (
  project_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  requests bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (project_id, hour, operation, outcome)
);

CREATE TABLE verify_api.credential_uses (
  credential_id text PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);

CREATE TABLE verify_api.history_seals (
  number integer PRIMARY KEY,
  text text NOT NULL,
  digest text NOT NULL
);

CREATE TABLE verify_api.history_sealed_lanes (
  seal integer NOT NULL,
  day date NOT NULL,
  project_id text NOT NULL,
  writer text NOT NULL,
  count bigint NOT NULL,
  head bytea NOT NULL,
  PRIMARY KEY (day, project_id, writer, seal)
);

CREATE INDEX ON verify_api.history_sealed_lanes (seal);

CREATE TABLE verify_api.history_dropped_days (
  day date PRIMARY KEY,
  dropped_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE verify_api.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE OR REPLACE FUNCTION verify_api.make_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(1751741300);
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'verify_api'::regnamespace AND relname = _name) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE verify_api.%I (LIKE verify_api.interactions INCLUDING ALL)', _name);
  EXECUTE format('ALTER TABLE verify_api.interactions ATTACH PARTITION verify_api.%I FOR VALUES FROM (%L) TO (%L)',
    _name, _day, _day + 1);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.make_interactions_day(_day date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION verify_api.detach_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 THEN
    RAISE EXCEPTION 'the day % may not go yet', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('ALTER TABLE verify_api.interactions DETACH PARTITION verify_api.%I %s', _name, (
    SELECT CASE WHEN inhdetachpending THEN 'FINALIZE' ELSE '' END FROM pg_inherits
    WHERE inhrelid = format('verify_api.%I', _name)::regclass));
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.detach_interactions_day(_day date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION verify_api.drop_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('verify_api.%I', _name)::regclass) THEN
    RAISE EXCEPTION 'the day % is attached', _day USING ERRCODE = 'object_in_use';
  END IF;
  EXECUTE format('DROP TABLE verify_api.%I', _name);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.drop_interactions_day(_day date) FROM PUBLIC;
