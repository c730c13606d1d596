-- phase: expand
-- What the scrub found, limits, the interaction history, and sign-in to the Console. The gateway itself creates its read
-- models.

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

-- The last whole pass of any scrub through each part of what it compares, what it found and cost, signed by the gateways' keys
-- for answers.
CREATE TABLE verify_api.scrub_rounds (
  part text PRIMARY KEY,
  began_at timestamptz NOT NULL,
  completed_at timestamptz NOT NULL,
  -- JSON: the names of the findings; null where there are too many.
  found text NOT NULL,
  -- Ends or leaves, and milliseconds of processor time.
  volume bigint NOT NULL,
  work_ms bigint NOT NULL,
  signature bytea NOT NULL
);

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

-- The history. One row holds the lines that one writer stored for one project in one commit: a row for each line would
-- cost the database more than the rest of an answer.
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

-- Within a lane, time and sequence have the same order; across lanes they do not, so readers merge lanes.
CREATE INDEX ON verify_api.interactions (project_id, writer, last_at);

-- Text compresses to a sixth. lz4 costs almost nothing, but not every server was built with it.
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

-- Totals, counted from the history.
CREATE TABLE verify_api.usage (
  project_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  requests bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (project_id, hour, operation, outcome)
);

-- By credential and error code, which the totals leave out; '' where there is none.
CREATE TABLE verify_api.usage_details (
  project_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  credential_id text NOT NULL,
  error_code text NOT NULL,
  requests bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (project_id, hour, operation, outcome, credential_id, error_code)
);

-- What one credential did is read by itself: a project may have thousands of them.
CREATE INDEX ON verify_api.usage_details (project_id, credential_id, hour);

-- Written only by the transaction that counts usage.
CREATE TABLE verify_api.credential_uses (
  credential_id text PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);

-- When a secret was used last after a rotation had replaced it, by its key id.
CREATE TABLE verify_api.former_secret_uses (
  key_id text PRIMARY KEY,
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

-- Days that were dropped because their retention was over, and not removed by an intruder.
CREATE TABLE verify_api.history_dropped_days (
  day date PRIMARY KEY,
  dropped_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Which replica counts and seals the history, drops its days, and scrubs.
CREATE TABLE verify_api.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- The app makes, detaches and drops days by these functions of the owner, and has no right to change the table.

CREATE FUNCTION verify_api.make_interactions_day(_day date) RETURNS void
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

CREATE FUNCTION verify_api.detach_interactions_day(_day date) RETURNS void
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

CREATE FUNCTION verify_api.drop_interactions_day(_day date) RETURNS void
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

-- What the index of an old day holds, by which the blocks are found that name a subject.
CREATE FUNCTION verify_api.subjects_of(_lines text) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT ('x' || left(md5(subject), 8))::bit(32)::integer), '{}') FROM (
    SELECT (regexp_matches(list[1], '"(?:[^"\\]|\\.)*"', 'g'))[1] AS subject
    FROM regexp_matches(_lines, '"subjects":\[((?:"(?:[^"\\]|\\.)*",?)*)\]', 'g') AS list
    UNION ALL
    SELECT one[1] FROM regexp_matches(_lines, '"subject":("(?:[^"\\]|\\.)*")', 'g') AS one
  ) AS named
$$;

REVOKE EXECUTE ON FUNCTION verify_api.subjects_of(_lines text) FROM PUBLIC;

CREATE FUNCTION verify_api.index_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 3 THEN
    RAISE EXCEPTION 'lines of the day % may still come', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Without statistics, the planner would rather compute the hashes of every block than read the index.
  EXECUTE format('ANALYZE verify_api.%I (day, project_id, writer, sequence)', _name);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON verify_api.%I USING gin (verify_api.subjects_of(lines))',
    _name || '_subjects', _name);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.index_interactions_day(_day date) FROM PUBLIC;

-- Sign-in to the Console. What is personal or secret of operators lies here, where it can be erased; their events hold
-- ids, roles and thumbprints. A key counts only with its thumbprint in the events, and a session only with its MAC: a
-- row that somebody wrote into these tables proves nothing.

-- Name and address are null after erasure.
CREATE TABLE verify_api.operator_profiles (
  operator_id text PRIMARY KEY,
  name text,
  address text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- An address belongs to one operator: two who redeem invitations at once cannot both have it.
CREATE UNIQUE INDEX operator_profiles_by_address ON verify_api.operator_profiles (lower(address));

CREATE TABLE verify_api.operator_keys (
  thumbprint text PRIMARY KEY,
  operator_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('passkey', 'password', 'oidc')),
  name text,
  passkey_id bytea,
  public_key bytea,
  counter bigint,
  transports text[],
  password_hash text,
  issuer text,
  subject text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);

CREATE INDEX operator_keys_by_operator ON verify_api.operator_keys (operator_id);

CREATE INDEX operator_keys_by_passkey ON verify_api.operator_keys (passkey_id) WHERE kind = 'passkey';

CREATE INDEX operator_keys_by_subject ON verify_api.operator_keys (issuer, subject) WHERE kind = 'oidc';

-- Of the token, only the SHA-256 is stored.
CREATE TABLE verify_api.console_sessions (
  token_digest bytea PRIMARY KEY,
  session_id text NOT NULL UNIQUE,
  operator_id text NOT NULL,
  key_thumbprint text NOT NULL,
  method text NOT NULL CHECK (method IN ('passkey', 'password', 'oidc')),
  signed_in_at timestamptz NOT NULL,
  stepped_up_at timestamptz,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  address text,
  user_agent text,
  mac bytea NOT NULL
);

CREATE INDEX console_sessions_by_operator ON verify_api.console_sessions (operator_id);

CREATE INDEX console_sessions_by_end ON verify_api.console_sessions (expires_at);

-- Challenges and proofs are authenticated texts that the browser holds. What serves once leaves its digest here until it
-- would have expired.
CREATE TABLE verify_api.console_spent (
  digest bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX console_spent_by_end ON verify_api.console_spent (expires_at);

-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.
CREATE TABLE verify_api.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);
